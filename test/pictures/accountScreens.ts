import type { Page } from 'playwright-core'

/** A screen to be looked at: how one gets there. Nothing here knows the language of the page. */
export type Screen = { name: string; open: (page: Page, url: string, fileId: string) => Promise<void> }

const PANES = ['profile', 'ways', 'sessions', 'transcription', 'look', 'privacy', 'connections', 'about'] as const

/** Each address gets one code in half a minute. */
let codes = 0

/** The ways in, for whoever is not signed in. */
export const DOORS: readonly Screen[] = [
  { name: 'login', open: async (page, url) => login(page, url) },
  {
    name: 'login-password',
    open: async (page, url) => {
      await login(page, url)
      await withPassword(page)
      await page.locator('main input[name=email]').fill('nobody@example.org')
      await page.locator('main input[type=password]').fill('wrong horse')
      await page.keyboard.press('Enter')
      await page.locator('[aria-invalid=true], [role=alert]:not(.hidden)').first().waitFor()
    },
  },
  {
    name: 'login-sign-up',
    open: async (page, url) => {
      await login(page, url)
      await withPassword(page)
      await page.locator('main form + div button').last().click()
    },
  },
  {
    name: 'login-code',
    open: async (page, url) => {
      await login(page, url)
      if (await page.locator('main input[type=password]').isVisible())
        await page.locator('main form + div button').first().click()
      await page.locator('main input[name=email]').fill(`somebody${(codes += 1)}@example.org`)
      await page.keyboard.press('Enter')
      await page.locator('main input[name=code]').waitFor()
    },
  },
  { name: 'login-denied', open: async (page, url) => login(page, url, '#sso_error=denied&from_url=%2F') },
]

/** What one sees of one's account. */
export const ACCOUNT: readonly Screen[] = [
  ...PANES.map((pane): Screen => ({
    name: `settings-${pane}`,
    open: async (page, url) => {
      await page.goto(`${url}/?profile=open&pane=${pane}`)
      await page.getByRole('dialog').locator('section h3').waitFor()
    },
  })),
  {
    name: 'settings-list',
    open: async (page, url) => {
      await page.goto(`${url}/?profile=open`)
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'delete-account',
    open: async (page, url) => {
      await page.goto(`${url}/?profile=open&pane=privacy`)
      await page.getByRole('dialog').locator('section section').last().getByRole('button').last().click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'desktop',
    open: async (page, url) => {
      await page.goto(`${url}/login?client=desktop&desktop_uuid=4f1c2f3a-demo`)
      await page.locator('main h1').waitFor()
    },
  },
  {
    name: 'zapier-auth',
    open: async (page, url) => {
      const query = 'client_id=z&response_type=code&redirect_uri=https://zapier.example/back/&state=s&scope=profile%20files:read'
      await page.goto(`${url}/zapier-auth?${query}&code_challenge=${'c'.repeat(43)}&code_challenge_method=S256`)
      await page.locator('main h1').waitFor()
    },
  },
]

/** A newer policy waits: for whoever agreed to none, or to an older one. */
export const POLICY: Screen = {
  name: 'policy',
  open: async (page, url) => {
    await page.goto(`${url}/`)
    await page.getByRole('dialog').locator('select').waitFor()
  },
}

async function login(page: Page, url: string, hash = ''): Promise<void> {
  // From another page: a hash alone would not load it again.
  await page.goto('about:blank')
  await page.goto(`${url}/login${hash}`)
  await page.locator('main input[name=email]').waitFor()
}

async function withPassword(page: Page): Promise<void> {
  if (!(await page.locator('main input[type=password]').isVisible())) await page.locator('main form + div button').first().click()
  await page.locator('main input[type=password]').waitFor()
}
