import type pg from 'pg'
import { systemClock } from '#platform/clock/clock.ts'
import { Refused, ServerError } from '#shared/client.ts'
import { seconds, type Seconds } from '#shared/units.ts'
import { type User } from '#test/server/user.ts'
import type { Journal } from './journal.ts'
import type { Random } from './random.ts'

/** The server under load. */
export type Shop = {
  readonly url: string
  /** Reads what the sandbox pages list. Changes nothing that users own. */
  readonly pool: pg.Pool
  readonly journal: Journal
  /** All changes of how notifications arrive. */
  readonly switches: SwitchChange[]
  /** Jobs that failed repeatedly, with their errors. */
  readonly failingJobs: Set<string>
}

export type SwitchChange = Arrival & { readonly userId: string; readonly at: Date }

/** How the notifications of a customer arrive. */
export type Arrival = {
  readonly isTripled: boolean
  readonly isNewestFirst: boolean
  readonly isLost: boolean
  readonly delay: Seconds
}

/** All at once and in order. */
export const NORMAL: Arrival = { isTripled: false, isNewestFirst: false, isLost: false, delay: 0 }

export const randomArrival = (random: Random): Arrival => ({
  isTripled: random.chance(0.4),
  isNewestFirst: random.chance(0.35),
  isLost: random.chance(0.25),
  delay: random.chance(0.3) ? 1 + random.below(20) : 0,
})

/** A user who buys. */
export type Buyer = { readonly shop: Shop; readonly user: User; readonly random: Random }

/** The outcome of a call: a reply, or the name of the refusal. `failed` is an HTTP 500, which is recorded. */
export type Outcome<T> =
  | { readonly reply: T; readonly refusal?: undefined }
  | { readonly refusal: string; readonly reply?: undefined }

const STATUS_TOO_MANY_REQUESTS = 429
/** Five minutes. */
const MAX_ATTEMPTS = 1200
const NO_ANSWER = 250
const TOO_MANY = seconds(2)

/** Repeats a call until there is a response, as the page does: immediately after a killed server, and later after 429. */
export async function callApi<T>(
  { shop: { journal } }: Pick<Buyer, 'shop'>,
  what: string,
  call: () => Promise<T>,
): Promise<Outcome<T>> {
  for (let attempt = 0; ; attempt++) {
    try {
      return { reply: await call() }
    } catch (error) {
      if (error instanceof ServerError) {
        journal.wrong('the server answered 500', `${what}: ${error.message} (request ${error.requestId})`)
        return { refusal: 'failed' }
      }
      const isTooMany = error instanceof Refused && error.httpStatus === STATUS_TOO_MANY_REQUESTS
      if (error instanceof Refused && !isTooMany) {
        const refusal = error.refusal ?? `HTTP ${error.httpStatus}`
        journal.count(`${what}: ${refusal}`)
        return { refusal }
      }
      if (attempt > MAX_ATTEMPTS) throw error
      journal.count(isTooMany ? 'calls that waited for the limit' : 'calls without an answer')
      await systemClock.wait(isTooMany ? TOO_MANY : NO_ANSWER)
    }
  }
}

export type Page = { readonly status: number; readonly location: string; readonly html: string }

/** Opens a sandbox page or sends a form of it, as a browser does. Retries when the server was killed. */
export async function openPage(
  { shop: { url, journal } }: Pick<Buyer, 'shop'>,
  address: string,
  form?: Readonly<Record<string, string>>,
): Promise<Page> {
  const { pathname, search } = new URL(address, url)
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await fetch(new URL(pathname + search, url), {
        redirect: 'manual',
        ...(form && {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(form).toString(),
        }),
      })
      const page = { status: response.status, location: response.headers.get('location') ?? '', html: await response.text() }
      if (page.status >= 500) journal.wrong('a page of the sandbox answered 500', `${pathname} ${JSON.stringify(form ?? {})}`)
      return page
    } catch (error) {
      if (attempt > MAX_ATTEMPTS) throw error
      journal.count('calls without an answer')
      await systemClock.wait(NO_ANSWER)
    }
  }
}

/** Returns the rows of a query. */
export const query = async <Row extends pg.QueryResultRow>(
  { pool }: Pick<Shop, 'pool'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => (await pool.query<Row>(text, [...values])).rows

/** Waits like a user between two clicks. */
export const think = (buyer: Buyer): Promise<void> => systemClock.wait(seconds(7) * buyer.random.next())
