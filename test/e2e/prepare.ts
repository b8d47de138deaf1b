import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import type { TestProject } from 'vitest/node'
import { buildPage } from '#test/process/buildPage.ts'
import { type RunningEarshot, startEarshot } from '#test/process/startEarshot.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { signUp } from '#test/server/user.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The file that reports how the start of the shared Earshot ended (sharedEarshot.ts). */
    outcomeFile: string
  }
}

/** The Earshot shared by test files, and its settings. Each file signs up users with unique names. */
export type SharedEarshot = { url: string; settings: Readonly<Record<string, string>> & { readonly DATA_DIR: string } }
export type Outcome = SharedEarshot | { error: string }

// The operator sells devices and offers programs, so that their parts of the layout are visible.
const SETTINGS = {
  MAIN_SITE_URL: 'https://shop.example.org',
  APP_STORE_URL: 'https://apps.example.org',
  EARSHOT_SCRIPTED: 'speech',
  LOG_LEVEL: 'error',
  SIGN_UP: 'open',
  WELCOME: 'off',
  CALLS_PER_MINUTE: '0',
  ZAPIER_CLIENT_ID: 'zapier',
  ZAPIER_CLIENT_SECRET: 'only-for-tests',
  ZAPIER_REDIRECT_URI: 'http://127.0.0.1:9/back',
}

/**
 * Builds the page, unpacks the browser and starts the shared Earshot once for all files, while tests of other projects are running.
 * The outcome is written to a file.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-shared-'))
  const outcomeFile = join(dir, 'outcome.json')
  const started = start(join(dir, 'data'))
  const finish = async (outcome: Outcome) => {
    await writeFile(`${outcomeFile}.part`, JSON.stringify(outcome))
    await rename(`${outcomeFile}.part`, outcomeFile)
  }
  const finished = started.then(
    ({ running, settings }) => finish({ url: running.url, settings }),
    (error: unknown) => finish({ error: String(error) }),
  )
  project.provide('outcomeFile', outcomeFile)
  return async () => {
    await finished
    const shared = await started.catch(() => undefined)
    await shared?.running.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

async function start(dataDir: string): Promise<{ running: RunningEarshot; settings: SharedEarshot['settings'] }> {
  await Promise.all([buildPage(), sparticuz.executablePath()])
  const settings = { ...SETTINGS, PORT: String(await findFreePort()), DATA_DIR: dataDir }
  const running = await startEarshot(settings)
  await signUp(running.url, 'operator')
  return { running, settings }
}
