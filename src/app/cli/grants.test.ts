import { describe, expect, it } from 'vitest'
import { minutes } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { checkInstanceMode } from '#platform/db/instanceMode.ts'
import { readMembership } from '#features/membership/server.ts'
import { spawnEarshot } from '#test/process/startEarshot.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { grants } from './grants.ts'
import { UsageError } from './runCommand.ts'

/** Runs `earshot grants` on the database of a server. */
async function runGrants(server: TestServer, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const { config } = server
  const settings = { DATABASE_URL: config.databaseUrl ?? '', DATA_DIR: config.dataDir }
  const { exited, output } = spawnEarshot(['grants', ...args], settings)
  return { code: await exited, output: output() }
}

describe('earshot grants', () => {
  it('grants a membership and minutes, lists them and revokes them', async () => {
    await using server = await testServer()
    const { id, email } = await server.user()
    // The command uses the real clock.
    server.clock.advance(systemClock.now().getTime() + minutes(1) - server.clock.now().getTime())
    const plan = await runGrants(server, 'add', email, '--plan', 'pro', '--months', '3')
    expect(plan).toMatchObject({ code: 0, output: expect.stringMatching(/^\w{32}\n$/) as string })
    await runGrants(server, 'add', email, '--minutes', '600')
    expect(await readMembership(server.ctx, id)).toMatchObject({ type: 'pro', extra: { left: 36_000 } })
    const { output } = await runGrants(server, 'list', email)
    expect(output.split('\n').map((line) => line.split(/ {2,}/).slice(1, 4))).toEqual([
      ['FROM', 'WHAT', 'MINUTES'],
      ['server', 'starter', expect.any(String)],
      ['manual', 'pro', expect.any(String)],
      ['manual', 'pack', '600 of 600 min left'],
      [],
    ])
    expect((await runGrants(server, 'revoke', plan.output.trim())).code).toBe(0)
    expect(await readMembership(server.ctx, id)).toMatchObject({ type: 'starter' })
    await runGrants(server, 'add', email, '--plan', 'none')
    expect(await readMembership(server.ctx, id)).toMatchObject({ type: 'none', minutes: { left: 0, total: 0 } })
  })

  it('detects a demo server by itself and grants what applies there', async () => {
    await using server = await testServer({ dedicated: true, settings: { INSTANCE_MODE: 'demo' } })
    await checkInstanceMode(server.ctx.db, 'demo')
    const { id, email } = await server.user()
    server.clock.advance(systemClock.now().getTime() + minutes(1) - server.clock.now().getTime())
    expect((await runGrants(server, 'add', email, '--plan', 'pro', '--months', '3')).code).toBe(0)
    expect(await readMembership(server.ctx, id)).toMatchObject({ type: 'pro' })
  })

  it('prints codes, and refuses unknown accounts and ids', async () => {
    await using server = await testServer()
    const { membership } = await server.user()
    const { output } = await runGrants(server, 'codes', '--plan', 'unlimited', '--months', '1', '--count', '2')
    const [code = ''] = output.split('\n')
    expect((await membership.redeemCode({ body: { code } })).data.tier).toBe('unlimited')
    expect(await runGrants(server, 'add', 'nobody@example.org', '--trial')).toMatchObject({ code: 66 })
    expect(await runGrants(server, 'revoke', 'nothing')).toMatchObject({ code: 66 })
  })

  it.each([
    [['add', 'a@example.org'], 'Enter one of --plan, --minutes and --trial.'],
    [['add', 'a@example.org', '--plan', 'gold'], '--plan is one of starter, pro, unlimited, backer.'],
    [['add', 'a@example.org', '--minutes', '0'], '--minutes is a whole number from 1 to 1000000.'],
    [['add', 'a@example.org', '--all', '--trial'], 'Enter an e-mail address or --all, not both.'],
    [['codes', '--plan', 'starter', '--months', '1', '--count', '1'], '--plan is one of pro, unlimited.'],
    [['list'], 'Enter an e-mail address, or the id that "earshot grants list" shows.'],
    [['dance'], 'Enter list, add, revoke or codes.'],
  ])('refuses %j before it needs a server', async (args, message) => {
    await expect(grants(args)).rejects.toThrow(new UsageError(message))
  })
})
