import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createLog } from './log.ts'
import { withoutValues } from './describeError.ts'

/** Content written by users, which must not be in the log. */
const SECRETS = ['Budget for Lena', 'lena@example.org', 'Lena Brandt']

function thrownBy(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}

/** Errors as created by drivers and libraries. */
const ERRORS: [name: string, error: unknown, kept: string][] = [
  [
    'a unique violation',
    Object.assign(new Error('duplicate key value violates unique constraint "account_email_key"'), {
      severity: 'ERROR',
      code: '23505',
      routine: '_bt_check_unique',
      table: 'account',
      constraint: 'account_email_key',
      detail: 'Key (email)=(lena@example.org) already exists.',
      where: "unnamed portal parameter $2 = 'Budget for Lena'",
    }),
    'account_email_key',
  ],
  [
    'a value of the wrong type',
    Object.assign(new Error('invalid input syntax for type json: "Budget for Lena"'), {
      severity: 'ERROR',
      code: '22P02',
      routine: 'json_errsave_error',
    }),
    '22P02',
  ],
  [
    'a statement with its values',
    Object.assign(new Error('bind message has 1 parameter formats but 0 parameters'), {
      severity: 'ERROR',
      code: '08P01',
      routine: 'exec_bind_message',
      query: "insert into file values ('Budget for Lena')",
      parameters: ['Budget for Lena', 'lena@example.org'],
    }),
    'bind message',
  ],
  ['JSON that cannot be parsed', thrownBy(() => JSON.parse('Budget for Lena')), 'SyntaxError'],
  ['a pattern of names', thrownBy(() => new RegExp(['Lena Brandt', '('].join(''), 'u')), 'Invalid regular expression'],
  ['a value that does not fit', thrownBy(() => z.object({ title: z.number() }).parse({ title: 'Budget for Lena' })), 'at title'],
  [
    'a call of a language model',
    Object.assign(new Error('Bad Request'), {
      name: 'AI_APICallError',
      statusCode: 400,
      requestBodyValues: { prompt: 'Budget for Lena' },
      responseBody: 'Lena Brandt said',
      data: { error: 'Budget for Lena' },
    }),
    '400',
  ],
  [
    'a refused email',
    Object.assign(new Error('550 5.1.1 <lena@example.org>: Recipient address rejected'), {
      code: 'EENVELOPE',
      responseCode: 550,
      rejected: ['lena@example.org'],
      envelope: { to: ['lena@example.org'] },
    }),
    'EENVELOPE',
  ],
  [
    'a failure whose cause has the text',
    new Error('the summary failed', { cause: Object.assign(new Error('timeout'), { prompt: 'Budget for Lena' }) }),
    'timeout',
  ],
  ['a value that is no error', { title: 'Budget for Lena' }, 'object'],
]

describe('an error in the log', () => {
  it.each(ERRORS)('%s says what went wrong, without content of users', (_, error, kept) => {
    let line = ''
    createLog({ destination: { write: (text: string) => (line += text) } }).warn({ err: error }, 'failed')
    for (const secret of SECRETS) expect(line).not.toContain(secret)
    expect(line).toContain(kept)
  })

  it('keeps where it was thrown and its causes', () => {
    let line = ''
    const error = new Error('outer', { cause: new Error('inner') })
    createLog({ destination: { write: (text: string) => (line += text) } }).error(error, 'failed')
    expect(JSON.parse(line)).toMatchObject({
      err: {
        type: 'Error',
        message: 'outer',
        stack: expect.stringContaining('describeError.test.ts'),
        cause: { message: 'inner' },
      },
    })
  })
})

it('keeps names of tables in messages of PostgreSQL, and no values', () => {
  expect(withoutValues('relation "task" does not exist')).toBe('relation "task" does not exist')
  expect(withoutValues('invalid input syntax for type integer: "Budget"')).toBe('invalid input syntax for type integer: "…"')
})
