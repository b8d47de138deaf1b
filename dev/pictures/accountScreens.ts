import type { Page } from 'playwright-core'
import { type Screen, type PictureContext, openAddress } from './Screen.ts'

const PANES = [
  'sign-in-methods',
  'sessions',
  'transcription',
  'word-list',
  'voice-prints',
  'appearance',
  'use',
  'privacy',
  'connections',
  'about',
  'language-model',
  'template-review',
] as const

/** Codes are limited to one per address within 30 seconds, so each screen uses a different address. */
let codeCount = 0

/** Screens of the sign-in page, for signed-out users. */
const signInScreens: readonly Screen[] = [
  {
    name: 'login-password',
    open: async (page, pictureContext) => {
      await openLogin(page, pictureContext)
      await showPasswordForm(page)
      await page.locator('main input[name=email]').fill('unknown@example.org')
      await page.locator('main input[type=password]').fill('wrong horse')
      await page.keyboard.press('Enter')
      await page.locator('[aria-invalid=true], [role=alert]:not(.hidden)').first().waitFor()
    },
  },
  {
    name: 'login-sign-up',
    open: async (page, pictureContext) => {
      await openLogin(page, pictureContext)
      await showPasswordForm(page)
      await page.locator('main form + div button').last().click()
    },
  },
  {
    name: 'login-code',
    open: async (page, pictureContext) => {
      await openLogin(page, pictureContext)
      if (await page.locator('main input[type=password]').isVisible())
        await page.locator('main form + div button').first().click()
      await page.locator('main input[name=email]').fill(`new-user${(codeCount += 1)}@example.org`)
      await page.keyboard.press('Enter')
      await page.locator('main input[name=code]').waitFor()
    },
  },
  {
    name: 'login-denied',
    open: async (page, pictureContext) => openLogin(page, pictureContext, '#sso_error=denied&from_url=%2F'),
  },
]

export const SIGN_IN_SCREENS: readonly Screen[] = signInScreens.map((screen) => ({ ...screen, who: 'visitor' }))

/** Settings and other account screens. */
export const ACCOUNT_SCREENS: readonly Screen[] = [
  ...PANES.map((pane): Screen => ({
    name: `settings-${pane}`,
    open: async (page, pictureContext) => {
      await openAddress(page, pictureContext, `/?profile=open&pane=${pane}`)
      await page.getByRole('dialog').locator('section h3').waitFor()
    },
  })),
  {
    name: 'settings-list',
    open: async (page, pictureContext) => {
      await openAddress(page, pictureContext, '/?profile=open')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'delete-account',
    open: async (page, pictureContext) => {
      await openAddress(page, pictureContext, '/?profile=open&pane=privacy')
      await page.getByRole('dialog').locator('section section').last().getByRole('button').last().click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'desktop',
    open: async (page, pictureContext) => {
      await openAddress(page, pictureContext, '/login?client=desktop&desktop_uuid=4f1c2f3a-demo')
      await page.locator('main h1').waitFor()
    },
  },
  {
    name: 'zapier-auth',
    open: async (page, pictureContext) => {
      const query =
        'client_id=z&flag=auth&response_type=code&redirect_uri=https://zapier.example/back/&state=s&scope=profile%20files:read'
      await openAddress(page, pictureContext, `/zapier-auth?${query}&code_challenge=${'c'.repeat(43)}&code_challenge_method=S256`)
      await page.locator('main h1').waitFor()
    },
  },
]

/** The dialog for a new privacy policy, shown to users who have agreed to none or to an older one. */
export const POLICY_SCREEN: Screen = {
  name: 'policy',
  open: async (page, pictureContext) => {
    await openAddress(page, pictureContext, '/')
    await page.getByRole('dialog').waitFor()
  },
}

async function openLogin(page: Page, pictureContext: PictureContext, hash = ''): Promise<void> {
  await openAddress(page, pictureContext, `/login${hash}`)
  await page.locator('main input[name=email]').waitFor()
}

async function showPasswordForm(page: Page): Promise<void> {
  if (!(await page.locator('main input[type=password]').isVisible())) await page.locator('main form + div button').first().click()
  await page.locator('main input[type=password]').waitFor()
}
