import type { TestServer } from './testServer.ts'
import { testServer } from './testServer.ts'
import type { User } from './user.ts'

/** A server whose new accounts may save and share templates. The first account is the operator. */
export const templateServer = (options: Parameters<typeof testServer>[0] = {}): Promise<TestServer> =>
  testServer({ ...options, settings: { PLAN: 'pro', ...options.settings } })

/** A valid submission. */
export const aSubmission = {
  title: 'Field interview',
  description: 'Themes with evidence and exact words.',
  content: 'Write plainly.\n\n# In short\nThree sentences.\n\n# Themes\nFive at most, with a quote each.',
  category: 'cat_interview',
  author_email: 'ines@example.org',
  language_os: 'en_US',
} as const

/** Submits a template and publishes it as the operator, who is the first user. Returns its id. */
export async function publishOne(
  operator: User,
  author: User,
  change: Partial<typeof aSubmission> | object = {},
): Promise<string> {
  const { data } = await author.templates.create({ body: { ...aSubmission, ...change } })
  await operator.templateReview.publish({ body: { template_id: data.id, version: data.version } })
  return data.id
}
