import type pg from 'pg'
import { type Price } from '#features/billing-global/contract.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { Refused, ServerError } from '#shared/client.ts'
import { seconds, type Seconds } from '#shared/units.ts'
import { type User } from '#test/server/user.ts'
import type { Journal } from './journal.ts'
import type { Random } from './random.ts'

/** The server that is stormed. */
export type Shop = {
  readonly url: string
  /** Reads what the pages of the sandbox list. Nothing is changed through it while users buy. */
  readonly pool: pg.Pool
  readonly journal: Journal
  /** Checkouts whose page a user was sent to. */
  readonly shownCheckouts: Set<string>
  /** The number of a card that several users have. */
  readonly sharedCard: string
  /** Every change of how notifications arrive. */
  readonly switches: SwitchChange[]
  /** Jobs that failed again and again, with their error. */
  readonly failingJobs: Set<string>
}

export type SwitchChange = {
  readonly userId: string
  readonly at: Date
  readonly isTripled: boolean
  readonly isNewestFirst: boolean
  readonly isLost: boolean
  readonly delay: Seconds
}

export type Shopper = {
  readonly shop: Shop
  readonly user: User
  readonly random: Random
  readonly region: string
  /** The prices by region, as they were last listed. */
  readonly prices: Map<string, readonly Price[]>
  /** The page on which customers change their card; empty before the first purchase. */
  portal: string
  /** Payments whose dispute is not decided. */
  readonly disputes: Set<string>
  /** Paid checkouts whose browser has not come back yet. */
  readonly unreturned: string[]
  /** The last checkout that was paid. Asking for it reads its subscription again. */
  lastPaid: string | null
}

/** What came of a call: a reply, or the name of the refusal. `failed` is an answer 500, which is recorded. */
export type Outcome<T> =
  | { readonly reply: T; readonly refusal?: undefined }
  | { readonly refusal: string; readonly reply?: undefined }

const STATUS_TOO_MANY_REQUESTS = 429
/** Five minutes. */
const MAX_ATTEMPTS = 1200
const NO_ANSWER = 250
const TOO_MANY = seconds(2)

/** Calls until there is an answer, as the page does: again after a killed server, and later after 429. */
export async function callApi<T>({ shop: { journal } }: Shopper, what: string, call: () => Promise<T>): Promise<Outcome<T>> {
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

/** Opens a page of the sandbox or sends a form of it, as a browser does. Repeats it when the server was killed. */
export async function openPage(
  { shop: { url, journal } }: Shopper,
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

/** Returns the page for the card and the end of a plan; empty for a user who has not bought anything. */
export async function openPortal(shopper: Shopper): Promise<string> {
  if (shopper.portal !== '') return shopper.portal
  const { reply } = await callApi(shopper, 'portal', () => shopper.user.billing.portal({}))
  shopper.portal = reply ? new URL(reply.data.url).pathname : ''
  return shopper.portal
}

/** Sends a form of the test controls. Returns false when it is not possible now, or before the first purchase. */
export async function control(shopper: Shopper, form: Readonly<Record<string, string>>): Promise<boolean> {
  const portal = await openPortal(shopper)
  if (portal === '') return false
  const { status, location } = await openPage(shopper, portal.replace('/portal/', '/control/'), form)
  return status === 303 && !location.includes('problem=')
}

type Arrival = Omit<SwitchChange, 'userId' | 'at'>

/** Changes how further notifications of this customer arrive. Returns false before the first purchase. */
export async function setArrival(shopper: Shopper, arrival: Arrival): Promise<boolean> {
  const { isTripled, isNewestFirst, isLost, delay } = arrival
  const isDone = await control(shopper, {
    action: 'switches',
    ...(isTripled && { duplicate: 'on' }),
    ...(isNewestFirst && { reorder: 'on' }),
    ...(isLost && { lose: 'on' }),
    delay: String(delay),
  })
  if (isDone) shopper.shop.switches.push({ userId: shopper.user.id, at: systemClock.now(), ...arrival })
  return isDone
}

/** All at once and in order. */
export const NORMAL: Arrival = { isTripled: false, isNewestFirst: false, isLost: false, delay: 0 }

/** Returns the running subscription as the page shows it. */
export async function readPlan(shopper: Shopper) {
  const { reply } = await callApi(shopper, 'subscription', () => shopper.user.billing.subscription({}))
  return reply?.data ?? { subscription: null, subscription_schedule: null }
}
export type Plan = Awaited<ReturnType<typeof readPlan>>

/** Returns the rows of a query. */
export const query = async <Row extends pg.QueryResultRow>(
  { pool }: Pick<Shop, 'pool'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => (await pool.query<Row>(text, [...values])).rows

/** Returns the name of the plan that runs, as it is sold. */
export const planKey = ({ subscription }: Plan): string =>
  subscription === null
    ? ''
    : `${subscription.membership_type === 'pro' ? '600' : 'unlimited'}-${subscription.membership_flag === 'Yearly' ? 'year' : 'month'}`
