import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock/clock.ts'
import { openPool } from '#platform/db/db.ts'
import { findRunningUrl } from '#platform/db/embedded/postmaster.ts'
import { Refused } from '#shared/client.ts'
import { minutes } from '#shared/units.ts'
import { isReady, startEarshot } from '#test/process/startEarshot.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { signUp, type User } from '#test/server/user.ts'
import { createJournal, type Journal } from './journal.ts'
import { killAtRandom } from './killer.ts'
import { createRandom } from './random.ts'
import { report } from './report.ts'
import { settle } from './settle.ts'
import { type Buyer, type Shop, think } from './shop.ts'
import type { Storm, StormShopper } from './storm.ts'

export type StormOptions = {
  readonly seed: number
  readonly purchases: number
  readonly users: number
  readonly kills: boolean
  /** Keeps the data folder afterwards. */
  readonly keeps: boolean
}

/** Runs a storm and prints its results. Returns true when everything adds up. */
export async function runStorm(storm: Storm, options: StormOptions): Promise<boolean> {
  const { seed, purchases, users, kills, keeps } = options
  console.log(`storm ${storm.name}: seed ${seed}, ${purchases} purchases by ${users} users${kills ? '' : ', nothing is killed'}`)
  const dir = await mkdtemp(join(tmpdir(), 'earshot-storm-'))
  const dataDir = join(dir, 'data')
  const startedAt = systemClock.now().getTime()
  const running = await startEarshot({ ...(await settingsOf(dataDir)), ...storm.settings })
  const databaseUrl = (await findRunningUrl(dataDir)) ?? ''
  const pool = openPool(databaseUrl, { use: 'worker', connections: 6 })
  const journal = createJournal()
  const shop: Shop = { url: running.url, pool, journal, switches: [], failingJobs: new Set() }
  const { createShopper, check } = storm.begin(shop, createRandom(seed))
  try {
    const shoppers: Shopping[] = []
    for (let n = 0; n < users; n++) {
      const buyer = await createBuyer(shop, n, seed)
      shoppers.push({ ...createShopper(buyer, n), buyer })
    }
    const boughtAt = systemClock.now().getTime()
    let isOver = false
    const killer = kills
      ? killAtRandom({ running, dataDir, random: createRandom(seed + 1), journal, isOver: () => isOver })
      : Promise.resolve()
    const share = (n: number) => Math.floor(purchases / users) + (n < purchases % users ? 1 : 0)
    await Promise.all(shoppers.map((shopper, n) => shopFor(shopper, share(n))))
    isOver = true
    await killer
    while (!(await isReady(running.url))) await systemClock.wait(200)
    const settledAt = systemClock.now().getTime()
    await settle(shop, databaseUrl, storm)
    const times = { bought: settledAt - boughtAt, settled: systemClock.now().getTime() - settledAt, startedAt }
    return await report(shop, storm.feature, await check(), { ...times, output: running.output() })
  } finally {
    await pool.end()
    await running.stop()
    await writeFile(join(dir, 'output.log'), running.output())
    if (keeps) console.log(`  kept in ${dir}`)
    else await rm(dir, { recursive: true, force: true })
  }
}

const settingsOf = async (dataDir: string) => ({
  PORT: String(await findFreePort()),
  DATA_DIR: dataDir,
  WELCOME: 'off',
  LOG_LEVEL: 'warn',
  SIGN_UP: 'open',
  PLAN: 'starter',
  CALLS_PER_MINUTE: '0',
  EARSHOT_SCRIPTED: 'speech',
  INSTANCE_MODE: 'demo',
  PAYMENTS_PROVIDER: 'sandbox',
})

async function createBuyer(shop: Shop, n: number, seed: number): Promise<Buyer> {
  const random = createRandom(seed * 1000 + n + 2)
  const user = await signUpPatiently(shop.url, `storm${n}`, shop.journal)
  await user.me.changeSettings({ body: { transcribe_new: 'off' } })
  return { shop, user, random }
}

/** Accounts of one network can only be created more slowly than the storm would. */
async function signUpPatiently(url: string, name: string, journal: Journal): Promise<User> {
  for (;;) {
    try {
      return await signUp(url, name)
    } catch (error) {
      if (!(error instanceof Refused) || error.httpStatus !== 429) throw error
      journal.count('calls that waited for the limit')
      await systemClock.wait(1000)
    }
  }
}

const LONGEST_SHOPPING = minutes(20)

type Shopping = StormShopper & { readonly buyer: Buyer }

/** Alternates between purchases and other events. */
async function shopFor({ buyer, changeArrival, buy, doSomethingElse, finish }: Shopping, purchases: number): Promise<void> {
  const { random, shop } = buyer
  const until = systemClock.now().getTime() + LONGEST_SHOPPING
  for (let n = 0; n < purchases && systemClock.now().getTime() < until; n++) {
    if (random.chance(0.25) && (await changeArrival())) shop.journal.count('changes of how notifications arrive')
    await buy()
    shop.journal.count('purchases')
    await think(buyer)
    for (const share of [1, 0.5, 0.25]) if (random.chance(share)) await doSomethingElse()
    await think(buyer)
  }
  await finish()
}
