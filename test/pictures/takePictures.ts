import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { emulated } from '#test/idp/emulated.ts'
import { startEarshot } from '#test/running/startEarshot.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { uploadSound, signUp } from '#test/world/user.ts'
import { tone } from '#test/world/tone.ts'
import { launchBrowser } from '../e2e/browser.ts'
import { ACCOUNT, DOORS, POLICY } from './accountScreens.ts'
import type { Screen } from './accountScreens.ts'

/**
 * `npm run pictures [language …]`: every main screen at three widths, light and dark, into dist/pictures/. Starts an
 * Earshot of its own with real speech, so the first pictures take as long as the sample needs to be heard.
 */
const WIDTHS = { wide: [1440, 900], middle: [1024, 768], phone: [390, 844] } as const
const THEMES = ['light', 'dark'] as const
const OUT = 'dist/pictures'
const ZAPIER = { ZAPIER_CLIENT_ID: 'z', ZAPIER_CLIENT_SECRET: 'hush', ZAPIER_REDIRECT_URI: 'https://zapier.example/back/' }
const asked = process.argv.slice(2)

const SCREENS: Screen[] = [
  { name: 'home', open: async (page, url) => void (await page.goto(`${url}/`)) },
  { name: 'trash', open: async (page, url) => void (await page.goto(`${url}/file-list?categoryId=trash`)) },
  { name: 'list', open: async (page, url) => void (await page.goto(`${url}/file-list?categoryId=allFiles`)) },
  { name: 'file', open: async (page, url, fileId) => void (await page.goto(`${url}/file/${fileId}`)) },
  {
    name: 'transcript',
    open: async (page, url, fileId) => {
      await page.goto(`${url}/file/${fileId}`)
      await page.getByRole('tab').last().click()
    },
  },
  {
    name: 'keys',
    open: async (page, url) => {
      await page.goto(`${url}/`)
      await page.locator('main li').first().waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'me',
    open: async (page, url) => {
      await page.goto(`${url}/`)
      await page.locator('main li').first().waitFor()
      await page.locator('aside:visible footer button, nav:visible button').last().click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'folder',
    open: async (page, url) => {
      await page.goto(`${url}/file-list?categoryId=allFiles`)
      await page.locator('[data-file]').first().waitFor()
      if (!(await page.locator('aside').first().isVisible())) {
        await page.getByRole('main').getByRole('button').first().click()
        await page.getByRole('dialog').waitFor()
      }
      await page.locator('button:visible:has(.lucide-folder-plus)').click()
      await page.locator('form').waitFor()
    },
  },
  {
    name: 'upload',
    open: async (page, url) => {
      await page.goto(`${url}/`)
      await page.locator('main').waitFor()
      await page.waitForTimeout(500)
      await page.keyboard.press('u')
      await page.getByRole('dialog').waitFor()
      await page.locator('input[type=file]').setInputFiles(['test/fixtures/two-cities.txt', 'test/fixtures/sound/README.md'])
    },
  },
]

await pictures(asked.length > 0 ? asked : ['en_US'])

async function pictures(languages: string[]): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-pictures-'))
  await using idps = await emulated()
  const own = { PORT: '4389', DATA_DIR: dir, LOG_LEVEL: 'error', SIGN_UP: 'open', ...idps.settings, ...ZAPIER }
  let running = await startEarshot(own)
  const browser = await launchBrowser()
  await mkdir(OUT, { recursive: true })
  try {
    const { token, fileId } = await library(running.url)
    const newcomer = await signUp(running.url, 'mara')
    const { data: sample } = await newcomer.generate.welcome({ body: { lang: 'en_US' } })
    await newcomer.files.remove({ body: [sample.file_id] })
    for (const language of languages) {
      await takeAll(browser, running.url, {
        token: null,
        fileId,
        language,
        screens: DOORS,
      })
      await takeAll(browser, running.url, { token, fileId, language, screens: [...SCREENS, ...ACCOUNT] })
      await takeAll(browser, running.url, {
        token: newcomer.token,
        fileId,
        language,
        screens: [
          { name: 'empty-home', open: async (page, url) => void (await page.goto(`${url}/`)) },
          { name: 'empty-trash', open: async (page, url) => void (await page.goto(`${url}/file-list?categoryId=trash`)) },
        ],
      })
    }
    // The same people, and a policy they have not seen.
    await running.stop()
    running = await startEarshot({ ...own, PRIVACY_VERSION: '2027-01' })
    for (const language of languages) await takeAll(browser, running.url, { token, fileId, language, screens: [POLICY] })
  } finally {
    await browser.close()
    await running.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/** An account with the sample, a few recordings, folders and something in the trash. */
async function library(url: string): Promise<{ token: string; fileId: string }> {
  const user = await signUp(url, 'lena')
  const folders = []
  for (const [name, color] of [
    ['Research interviews', '#4c8eff'],
    ['Weekly stand-ups', '#46cf6c'],
    ['Lectures, autumn term, second half', '#f9a251'],
  ] as const) {
    folders.push((await user.folders.create({ body: { name, color } })).data_filetag.id)
  }
  const names = [
    'Budget review, third quarter',
    'Stand-up, Thursday',
    'A very long name that somebody typed without ever thinking of the people who have to read it in a narrow list',
    'Voice memo 14',
  ]
  for (const [at, name] of names.entries()) {
    const file = await uploadSound(user, tone(20 + at * 700), { name, folders: at < 3 ? [folders[at] ?? ''] : [] })
    if (at === 3) await user.files.trash({ body: [file.id] })
    if (at === 1) await user.generate.transsumm({ params: { id: file.id }, body: {} })
  }
  await user.generate.welcome({ body: { lang: 'en_US' } })
  for (;;) {
    const { data_file_list } = await user.files.simple({ query: {} })
    const sample = data_file_list.find((file) => file.scene === 1000)
    if (sample?.is_summary) return { token: user.token, fileId: sample.id }
    await systemClock.wait(500)
  }
}

type Take = { token: string | null; fileId: string; language: string; screens: readonly Screen[] }

async function takeAll(browser: Browser, url: string, { token, fileId, language, screens }: Take): Promise<void> {
  for (const [size, [width, height]] of Object.entries(WIDTHS)) {
    for (const theme of THEMES) {
      const context = await browser.newContext({
        viewport: { width, height },
        ...(size === 'phone' && { hasTouch: true, isMobile: true }),
        colorScheme: theme,
        reducedMotion: 'reduce',
        locale: language.replace('_', '-'),
      })
      const page = await context.newPage()
      page.on('console', (message) => message.type() === 'error' && console.log(`${size} ${theme}: ${message.text()}`))
      // Else the notice stands under every picture.
      await context.addInitScript(
        (kept) => localStorage.setItem('earshot_consent', kept),
        JSON.stringify({ value: { statistics: false }, expires: null }),
      )
      if (token)
        await context.addInitScript(
          (kept) => localStorage.setItem('earshot_tokenstr', kept),
          JSON.stringify({ value: token, expires: null }),
        )
      for (const screen of screens) {
        await screen.open(page, url, fileId)
        await page.waitForTimeout(1200)
        await page.screenshot({ path: `${OUT}/${screen.name}-${size}-${theme}-${language}.png` })
      }
      await context.close()
    }
  }
  console.log(`${language}: ${screens.map(({ name }) => name).join(', ')}`)
}
