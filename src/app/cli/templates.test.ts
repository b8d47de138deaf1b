import { describe, expect, it } from 'vitest'
import { spawnEarshot } from '#test/process/startEarshot.ts'
import { aSubmission, templateServer } from '#test/server/templates.ts'
import type { TestServer } from '#test/server/testServer.ts'
import { UsageError } from './runCommand.ts'
import { templates } from './templates.ts'

/** Runs `earshot templates` on the database of a server. */
async function runTemplates({ config }: TestServer, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const settings = { DATABASE_URL: config.databaseUrl ?? '', DATA_DIR: config.dataDir }
  const { exited, output } = spawnEarshot(['templates', ...args], settings)
  return { code: await exited, output: output() }
}

describe('earshot templates', () => {
  it('lists, shows, publishes and takes down a submission (B§4)', async () => {
    await using server = await templateServer()
    const [author, reader] = [await server.user('anna'), await server.user('ben')]
    const { data } = await author.templates.create({ body: aSubmission })
    const listed = await runTemplates(server, 'review', 'list')
    expect(listed.output.split('\n')[1]?.split(/ {2,}/)).toEqual([
      data.id,
      'in_review',
      '1',
      '2026-03-02',
      'anna',
      'Field interview',
    ])
    expect((await runTemplates(server, 'review', 'show', data.id)).output).toContain(aSubmission.content)
    expect(await runTemplates(server, 'review', 'publish', data.id)).toEqual({ code: 0, output: `${data.id} is published.\n` })
    expect((await reader.customTemplates.read({ params: { id: data.id }, query: {} })).data.title).toBe('Field interview')
    expect(await runTemplates(server, 'review', 'publish', data.id)).toMatchObject({ code: 65 })
    const rejected = await runTemplates(server, 'review', 'reject', data.id, '--comment', 'Copied from another one.')
    expect(rejected.output).toBe(`${data.id} is unavailable.\n`)
    expect((await runTemplates(server, 'review', 'list', '--status', 'unavailable')).output).toContain(data.id)
    const { data: own } = await author.customTemplates.read({ params: { id: data.id }, query: {} })
    expect(own).toMatchObject({ status: 'unavailable', comment: 'Copied from another one.' })
  })

  it('adds reviewers, and reports what it does not find', async () => {
    await using server = await templateServer()
    await server.user('anna')
    const ben = await server.user('ben')
    expect((await runTemplates(server, 'reviewers', 'add', 'Ben@example.org')).code).toBe(0)
    expect((await runTemplates(server, 'reviewers')).output).toBe('ben@example.org  ben\n')
    expect((await ben.templateReview.list({ query: {} })).data).toEqual([])
    expect((await runTemplates(server, 'reviewers', 'remove', 'ben@example.org')).code).toBe(0)
    expect(await runTemplates(server, 'reviewers', 'remove', 'ben@example.org')).toMatchObject({ code: 66 })
    expect(await runTemplates(server, 'reviewers', 'add', 'nobody@example.org')).toMatchObject({ code: 66 })
    expect(await runTemplates(server, 'review', 'publish', 'nothing')).toMatchObject({ code: 66 })
  })

  it.each([
    [[], 'Enter review or reviewers.'],
    [['review', 'dance', 'x'], 'Enter list, show, publish or reject.'],
    [['review', 'publish'], 'Enter the id that "earshot templates review list" shows.'],
    [['review', 'publish', 'a', 'b'], 'Unexpected argument: b.'],
    [['review', 'reject', 'a'], 'Enter --comment: the author reads what has to change.'],
    [['review', 'reject', 'a', '--comment', '  '], 'Enter --comment: the author reads what has to change.'],
    [['review', 'list', '--status', 'x'], '--status is one of unavailable, rejected, in_review, new_in_review, published.'],
    [['reviewers', 'dance'], 'Enter list, add or remove.'],
    [['reviewers', 'add'], 'Enter an e-mail address.'],
  ])('refuses %j before it needs a server', async (args, message) => {
    await expect(templates(args)).rejects.toThrow(new UsageError(message))
  })
})
