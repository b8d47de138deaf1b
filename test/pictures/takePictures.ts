import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { emulated } from '#test/idp/emulated.ts'
import { type Running, startEarshot } from '#test/running/startEarshot.ts'
import { environment } from '#platform/config/environment.ts'
import { launchBrowser } from '../e2e/browser.ts'
import { ACCOUNT, DOORS, POLICY } from './accountScreens.ts'
import { writeContactSheet } from './contactSheet.ts'
import { findTroubles } from './findTroubles.ts'
import { LIBRARY_SCREENS, SEEDED, seedOwners } from './libraryScreens.ts'
import { MAIN_SCREENS } from './mainScreens.ts'
import { FAKE_MICROPHONE, RECORDER_SCREENS } from './recorderScreens.ts'
import type { Screen } from './Screen.ts'
import { settle } from './settle.ts'
import { ANNOUNCEMENT, SHELL_SCREENS } from './shellScreens.ts'
import { library, newcomer } from './stage.ts'
import { UPLOAD_SCREENS } from './uploadScreens.ts'
import { watchShifts } from './watchShifts.ts'

/**
 * `npm run pictures [-- all] [language …] [screen …]`: takes pictures of the ten main screens, or of all, at three widths in
 * light and dark, and writes them to dist/pictures/ with an index page. `library`, `upload` and `recorder` select every screen
 * whose name starts with it. Starts its own Earshot with real speech, so the first pictures wait for the transcript of the
 * sample. Prints measurable layout problems and fails when there are any.
 */
const WIDTHS = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const
const LANGUAGES = ['en_US', 'de_DE', 'ja_JP']
const OUT = 'dist/pictures'
const AT_ONCE = 2
const SETS = ['library', 'upload', 'recorder']
const ANNOUNCED = { id: 'one', title: 'Back on Sunday', text: 'We are moving on Saturday night, between one and three.' }

type People = Record<string, { token: string }>
type Look = { width: number; height: number; theme: 'light' | 'dark'; language: string }

const asked = process.argv.slice(2)
const languages = asked.filter((word) => /^[a-z]{2}_[A-Z]{2}$/.test(word))
const names = asked.filter((word) => word !== 'all' && !languages.includes(word))
const isWanted = ({ name }: Screen) =>
  names.length === 0 || names.includes(name) || SETS.some((set) => names.includes(set) && name.startsWith(`${set}-`))
const isAll = asked.includes('all') || names.length > 0
const first = [
  ...MAIN_SCREENS,
  ...(isAll ? [...LIBRARY_SCREENS, ...UPLOAD_SCREENS, ...RECORDER_SCREENS, ...SHELL_SCREENS, ...DOORS, ...ACCOUNT] : []),
].filter(isWanted)

const troubles: Record<string, string[]> = {}

await pictures()

async function pictures(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-pictures-'))
  await using idps = await emulated()
  const { PICTURES_PORT: PORT = '4389' } = environment()
  const zapier = { ZAPIER_CLIENT_ID: 'z', ZAPIER_CLIENT_SECRET: 'hush', ZAPIER_REDIRECT_URI: 'https://zapier.example/back/' }
  const settings = {
    PORT,
    DATA_DIR: dir,
    LOG_LEVEL: 'error',
    SIGN_UP: 'open',
    CALLS_PER_MINUTE: '0',
    ...idps.settings,
    ...zapier,
  }
  let running = await startEarshot(settings)
  const browser = await launchBrowser({ args: FAKE_MICROPHONE })
  await rm(OUT, { recursive: true, force: true })
  await mkdir(OUT, { recursive: true })
  const again = async (more: Record<string, string>): Promise<Running> => {
    await running.stop()
    return startEarshot({ ...settings, ...more })
  }
  try {
    const { fileId, ...lena } = await library(running.url)
    const owners = (Object.keys(SEEDED) as (keyof typeof SEEDED)[]).filter((name) => first.some(({ who }) => who === name))
    const people = { lena, mara: await newcomer(running.url), ...(await seedOwners(settings, running.url, owners)) }
    await takeAll({ browser, url: running.url, fileId, people, screens: first })
    if (isAll && isWanted(ANNOUNCEMENT)) {
      running = await again({ ANNOUNCEMENT: JSON.stringify(ANNOUNCED) })
      await takeAll({ browser, url: running.url, fileId, people, screens: [ANNOUNCEMENT] })
    }
    if (isAll && isWanted(POLICY)) {
      // The same users with a policy they have not seen.
      running = await again({ PRIVACY_VERSION: '2027-01' })
      await takeAll({ browser, url: running.url, fileId, people, screens: [POLICY] })
    }
  } finally {
    await browser.close()
    await running.stop()
    await rm(dir, { recursive: true, force: true })
  }
  await report()
}

async function report(): Promise<void> {
  await writeContactSheet(OUT, troubles)
  for (const [picture, said] of Object.entries(troubles)) for (const trouble of said) console.log(`${picture}: ${trouble}`)
  const count = Object.values(troubles).flat().length
  console.log(`${count > 0 ? `${count} findings` : 'nothing overlaps, is cut or jumps'}; look at ${OUT}/index.html`)
  process.exitCode = count > 0 ? 1 : 0
}

type Take = { browser: Browser; url: string; fileId: string; people: People; screens: readonly Screen[] }

/** Takes every screen in every look, in several contexts at once. */
async function takeAll({ browser, screens, ...stage }: Take): Promise<void> {
  const looks = (languages.length > 0 ? languages : LANGUAGES).flatMap((language) =>
    WIDTHS.flatMap(([width, height]) => (['light', 'dark'] as const).map((theme) => ({ width, height, theme, language }))),
  )
  const windowLess = looks.flatMap((look) =>
    Object.values(Object.groupBy(screens, ({ who = 'lena', asksConsent = false }) => `${who} ${asksConsent}`)).map((group) => ({
      look,
      group: group ?? [],
    })),
  )
  const worker = async () => {
    for (let next = windowLess.shift(); next; next = windowLess.shift())
      await takeIn({ browser, screens: next.group, ...stage }, next.look)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function takeIn({ browser, url, fileId, people, screens }: Take, look: Look): Promise<void> {
  const context = await contextFor(browser, { look, people, screen: screens[0] })
  for (const screen of screens) {
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    const picture = `${screen.name}-${look.width}-${look.theme}-${look.language}.png`
    const said: string[] = []
    page.on('console', (message) => message.type() === 'error' && said.push(`console: ${message.text()}`))
    page.on('pageerror', (error) => said.push(`error: ${String(error)}`))
    try {
      await screen.open(page, { url, fileId })
      said.push(...(await settle(page)), ...(await findTroubles(page)))
    } catch (error) {
      said.push(`not reached: ${String(error).split('\n')[0]}`)
    }
    // Also when the screen was not reached, because that picture shows why.
    await page
      .screenshot({ path: join(OUT, picture), timeout: 60_000 })
      .catch((error: unknown) => said.push(`no picture: ${String(error).split('\n')[0]}`))
    if (said.length > 0) troubles[picture] = said
    await page.close()
  }
  await context.close()
}

type Looker = { look: Look; people: People; screen: Screen | undefined }

async function contextFor(browser: Browser, { look, people, screen }: Looker): Promise<BrowserContext> {
  const { width, height, theme, language } = look
  const who = screen?.who ?? 'lena'
  const context = await browser.newContext({
    viewport: { width, height },
    ...(width < 600 && { hasTouch: true, isMobile: true }),
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: language.replace('_', '-'),
    timezoneId: 'Europe/Berlin',
  })
  // Reset before every page, so that no screen depends on the one before.
  const kept: Record<string, unknown> = { pweblang: language, comlang: language, rightSidebar: false }
  if (!screen?.asksConsent) kept['consent'] = { statistics: false }
  if (who !== 'nobody') kept['tokenstr'] = people[who]?.token
  await context.addInitScript((values) => {
    // about:blank has no storage.
    if (location.origin === 'null') return
    for (const [key, value] of Object.entries(values))
      localStorage.setItem(`earshot_${key}`, JSON.stringify({ value, expires: null }))
  }, kept)
  await watchShifts(context)
  return context
}
