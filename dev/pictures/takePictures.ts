import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { EXIT, type CommandHelp, UsageError, parseArguments, runCommand } from '#app/cli/runCommand.ts'
import { LOCALES, isLocale } from '#shared/locales.ts'
import { startEmulatedProviders } from '#test/fakes/idp/emulatedProviders.ts'
import { type RunningEarshot, startEarshot } from '#test/process/startEarshot.ts'
import { environment } from '#platform/config/environment.ts'
import { launchBrowser } from '#test/browser/launchBrowser.ts'
import { ASK_SCREENS } from './askScreens.ts'
import { ACCOUNT_SCREENS, SIGN_IN_SCREENS, POLICY_SCREEN } from './accountScreens.ts'
import { writeIndexPage } from './writeIndexPage.ts'
import { findLayoutProblems } from './findLayoutProblems.ts'
import { IMPORT_SCREENS } from './importScreens.ts'
import { LIBRARY_SCREENS, RECORDING_COUNTS, seedAccounts } from './libraryScreens.ts'
import { MAIN_SCREENS } from './mainScreens.ts'
import { MEMBERSHIP_SCREENS } from './membershipScreens.ts'
import { NOTES_SCREENS, seedNote } from './notesScreens.ts'
import { FAKE_MICROPHONE, RECORDER_SCREENS } from './recorderScreens.ts'
import type { Screen } from './Screen.ts'
import { SEARCH_SCREENS } from './searchScreens.ts'
import { SHARE_SCREENS, seedLinks } from './shareScreens.ts'
import { waitUntilSettled } from './waitUntilSettled.ts'
import { ANNOUNCEMENT_SCREEN, LAYOUT_SCREENS } from './layoutScreens.ts'
import { createLibraryAccount, createEmptyAccount } from './createAccounts.ts'
import { TRANSCRIPT_SCREENS, seedTranscriptAccount } from './transcriptScreens.ts'
import { EXPORT_SCREENS } from './exportScreens.ts'
import { GENERATE_SCREENS } from './generateScreens.ts'
import { TEMPLATE_SCREENS, seedTemplates } from './templateScreens.ts'
import { USAGE_SCREENS } from './usageScreens.ts'
import { UPLOAD_SCREENS } from './uploadScreens.ts'
import { recordLayoutShifts } from '#test/browser/layoutShifts.ts'
import { storeValues } from '#test/browser/storeValues.ts'

/**
 * `npm run pictures [-- all] [language …] [screen …]`: takes screenshots of the ten main screens, or of all, at three widths in
 * light and dark, and writes them to dist/pictures/ with an index page. `library`, `search`, `ask`, `export`, `import`, `share`,
 * `upload`, `recorder`, `transcript`, `notes`, `generate`, `membership`, `usage` and `templates` select every screen whose name
 * starts with it. Starts its own Earshot with real speech recognition, so the first pictures wait for the transcript of the sample.
 * Prints measurable layout problems and fails when there are any.
 */
const WIDTHS = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const
const LANGUAGES = ['en_US', 'de_DE', 'ja_JP']
const OUTPUT_DIR = 'dist/pictures'
const CONCURRENCY = 2
const SCREEN_SETS = [
  'library',
  'search',
  'export',
  'import',
  'share',
  'ask',
  'upload',
  'recorder',
  'transcript',
  'notes',
  'generate',
  'membership',
  'usage',
  'templates',
]
const ANNOUNCEMENT_DATA = { id: 'one', title: 'Back on Sunday', text: 'We are moving on Saturday night, between one and three.' }

type Accounts = Record<string, { token: string }>
type PictureVariant = { width: number; height: number; theme: 'light' | 'dark'; language: string }

const args = process.argv.slice(2)
const languages = args.filter(isLocale)
const screenNames = args.filter((argument) => argument !== 'all' && !isLocale(argument))
const isSelected = ({ name }: Screen) =>
  screenNames.length === 0 ||
  screenNames.includes(name) ||
  SCREEN_SETS.some((set) => screenNames.includes(set) && name.startsWith(`${set}-`))
const isAll = args.includes('all') || screenNames.length > 0
const OTHER_SCREENS = [
  ...LIBRARY_SCREENS,
  ...SEARCH_SCREENS,
  ...SHARE_SCREENS,
  ...ASK_SCREENS,
  ...TRANSCRIPT_SCREENS,
  ...NOTES_SCREENS,
  ...UPLOAD_SCREENS,
  ...IMPORT_SCREENS,
  ...RECORDER_SCREENS,
  ...LAYOUT_SCREENS,
  ...MEMBERSHIP_SCREENS,
  ...USAGE_SCREENS,
  ...TEMPLATE_SCREENS,
  ...EXPORT_SCREENS,
  ...GENERATE_SCREENS,
  ...SIGN_IN_SCREENS,
  ...ACCOUNT_SCREENS,
]
const ALL_SCREENS = [...MAIN_SCREENS, ...OTHER_SCREENS, ANNOUNCEMENT_SCREEN, POLICY_SCREEN]
const screensToTake = [...MAIN_SCREENS, ...(isAll ? OTHER_SCREENS : [])].filter(isSelected)

const HELP: CommandHelp = {
  name: 'pictures',
  usage: 'npm run pictures -- [all] [language …] [screen …]',
  help: `Takes pictures of the ten main screens, or of all or the named ones, into ${OUTPUT_DIR}/, and prints layout problems.

Languages: ${LOCALES.join(', ')} (${LANGUAGES.join(', ')})
Screens: ${[...SCREEN_SETS, ...ALL_SCREENS.map(({ name }) => name)].join(', ')}`,
}

const findings: Record<string, string[]> = {}

process.exitCode = await runCommand(HELP, args, takePictures)

async function takePictures(): Promise<number> {
  const { positionals } = parseArguments({ args, allowPositionals: true })
  const known = ['all', ...LOCALES, ...SCREEN_SETS, ...ALL_SCREENS.map(({ name }) => name)]
  const unknown = positionals.find((argument) => !known.includes(argument))
  if (unknown !== undefined) throw new UsageError(`There is no screen or language ${unknown}.`)
  const dir = await mkdtemp(join(tmpdir(), 'earshot-pictures-'))
  await using emulatedProviders = await startEmulatedProviders()
  const { PICTURES_PORT: PORT = '4389' } = environment()
  const zapier = { ZAPIER_CLIENT_ID: 'z', ZAPIER_CLIENT_SECRET: 'hush', ZAPIER_REDIRECT_URI: 'https://zapier.example/back/' }
  const settings = {
    PORT,
    DATA_DIR: dir,
    LOG_LEVEL: 'error',
    SIGN_UP: 'open',
    CALLS_PER_MINUTE: '0',
    ...emulatedProviders.settings,
    ...zapier,
  }
  let running = await startEarshot(settings)
  const browser = await launchBrowser({ args: FAKE_MICROPHONE })
  await rm(OUTPUT_DIR, { recursive: true, force: true })
  await mkdir(OUTPUT_DIR, { recursive: true })
  const restartWith = async (extraSettings: Record<string, string>): Promise<RunningEarshot> => {
    await running.stop()
    return startEarshot({ ...settings, ...extraSettings })
  }
  try {
    const { fileId, ...lena } = await createLibraryAccount(running.url)
    if (screensToTake.some(({ name }) => name.startsWith('notes-'))) await seedNote(running.url, lena, fileId)
    if (screensToTake.some(({ name }) => name.startsWith('share-'))) await seedLinks(running.url, lena, fileId)
    if (screensToTake.some(({ name }) => name.startsWith('templates-'))) await seedTemplates(running.url, lena)
    const seededAccounts = (Object.keys(RECORDING_COUNTS) as (keyof typeof RECORDING_COUNTS)[]).filter((name) =>
      screensToTake.some(({ who }) => who === name),
    )
    const hasTranscripts = screensToTake.some(({ who }) => who === 'transcripts')
    const accounts = {
      lena,
      mara: await createEmptyAccount(running.url),
      ...(await seedAccounts(settings, running.url, seededAccounts)),
      ...(hasTranscripts && { transcripts: await seedTranscriptAccount(settings, running.url) }),
    }
    await takeAllScreens({ browser, url: running.url, fileId, accounts, screens: screensToTake })
    if (isAll && isSelected(ANNOUNCEMENT_SCREEN)) {
      running = await restartWith({ ANNOUNCEMENT: JSON.stringify(ANNOUNCEMENT_DATA) })
      await takeAllScreens({ browser, url: running.url, fileId, accounts, screens: [ANNOUNCEMENT_SCREEN] })
    }
    if (isAll && isSelected(POLICY_SCREEN)) {
      // The same users, with a policy they have not seen yet.
      running = await restartWith({ PRIVACY_VERSION: '2027-01' })
      await takeAllScreens({ browser, url: running.url, fileId, accounts, screens: [POLICY_SCREEN] })
    }
  } finally {
    await browser.close()
    await running.stop()
    await rm(dir, { recursive: true, force: true })
  }
  return reportFindings()
}

async function reportFindings(): Promise<number> {
  await writeIndexPage(OUTPUT_DIR, findings)
  for (const [picture, problems] of Object.entries(findings))
    for (const finding of problems) console.log(`${picture}: ${finding}`)
  const count = Object.values(findings).flat().length
  console.log(`${count > 0 ? `${count} findings` : 'nothing overlaps, is cut off or shifts'}; see ${OUTPUT_DIR}/index.html`)
  return count > 0 ? 1 : EXIT.ok
}

type TakeOptions = { browser: Browser; url: string; fileId: string; accounts: Accounts; screens: readonly Screen[] }

/** Takes every screen in every variant, in several browser contexts in parallel. */
async function takeAllScreens({ browser, screens, ...takeOptions }: TakeOptions): Promise<void> {
  const variants = (languages.length > 0 ? languages : LANGUAGES).flatMap((language) =>
    WIDTHS.flatMap(([width, height]) => (['light', 'dark'] as const).map((theme) => ({ width, height, theme, language }))),
  )
  const pendingGroups = variants.flatMap((variant) =>
    Object.values(Object.groupBy(screens, ({ who = 'lena', showsConsent = false }) => `${who} ${showsConsent}`)).map((group) => ({
      variant,
      group: group ?? [],
    })),
  )
  const worker = async () => {
    for (let next = pendingGroups.shift(); next; next = pendingGroups.shift())
      await takeScreens({ browser, screens: next.group, ...takeOptions }, next.variant)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

async function takeScreens({ browser, url, fileId, accounts, screens }: TakeOptions, variant: PictureVariant): Promise<void> {
  const context = await createContext(browser, { variant, accounts, screen: screens[0] })
  for (const screen of screens) {
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    const picture = `${screen.name}-${variant.width}-${variant.theme}-${variant.language}.png`
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`))
    page.on('pageerror', (error) => problems.push(`error: ${String(error)}`))
    try {
      await screen.open(page, { url, fileId })
      problems.push(...(await waitUntilSettled(page)), ...(await findLayoutProblems(page)))
    } catch (error) {
      problems.push(`not reached: ${String(error).split('\n')[0]}`)
    }
    // Also when the screen was not reached, because the picture shows why.
    await page
      .screenshot({ path: join(OUTPUT_DIR, picture), timeout: 60_000 })
      .catch((error: unknown) => problems.push(`no picture: ${String(error).split('\n')[0]}`))
    if (problems.length > 0) findings[picture] = problems
    await page.close()
  }
  await context.close()
}

type ContextOptions = { variant: PictureVariant; accounts: Accounts; screen: Screen | undefined }

async function createContext(browser: Browser, { variant, accounts, screen }: ContextOptions): Promise<BrowserContext> {
  const { width, height, theme, language } = variant
  const who = screen?.who ?? 'lena'
  const context = await browser.newContext({
    viewport: { width, height },
    ...(width < 600 && { hasTouch: true, isMobile: true }),
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: language.replace('_', '-'),
    timezoneId: 'Europe/Berlin',
  })
  // Reset before every page, so that no screen depends on the previous one.
  const storedValues: Record<string, unknown> = { pweblang: language, comlang: language, rightSidebar: false }
  if (!screen?.showsConsent) storedValues['consent'] = { statistics: false }
  // Null for a visitor, because a previous screen may have ended signed in.
  storedValues['tokenstr'] = who === 'visitor' ? null : accounts[who]?.token
  await storeValues(context, storedValues)
  await recordLayoutShifts(context)
  return context
}
