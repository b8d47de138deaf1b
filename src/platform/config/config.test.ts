import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeConfig, readConfig } from '#platform/config/config.ts'
import { ConfigError } from '#platform/config/ConfigError.ts'

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('readConfig', () => {
  let dir = ''
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'earshot-config-'))
  })
  afterAll(async () => {
    await rm(dir, { recursive: true })
  })

  it('needs nothing: every setting has a default or may be absent', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 4310,
      host: '127.0.0.1',
      databaseUrl: null,
      databaseDirectUrl: null,
      publicUrl: 'http://127.0.0.1:4310',
      role: 'all',
      logLevel: 'info',
      scripted: { speech: false },
      signUp: 'first',
      runAs: null,
    })
    expect(isAbsolute(config.dataDir)).toBe(true)
    expect(config.speechThreads).toBeGreaterThanOrEqual(1)
  })

  it('names every problem at once, one sentence each', () => {
    const problems = problemsOf({
      PORT: '70000',
      ROLE: 'boss',
      DATABASE_URL: 'mysql://x/y',
      SPEECH_THREADS: 'many',
      LLM_API_KEY_FILE: join(dir, 'not-there'),
    })
    expect(new Set(problems.map((sentence) => sentence.split(' ')[0]))).toEqual(
      new Set(['DATABASE_URL', 'LLM_API_KEY_FILE', 'PORT', 'ROLE', 'SPEECH_THREADS']),
    )
    expect(problems).toHaveLength(5)
    expect(problems.every((sentence) => sentence.endsWith('.'))).toBe(true)
    expect(problems.join(' ')).toContain('all, api, worker')
  })

  it('refuses settings that make no sense alone', () => {
    expect(problemsOf({ DATABASE_DIRECT_URL: 'postgres://a/b', LLM_API_KEY: 'k', PGID: '5' })).toHaveLength(3)
  })

  it('takes any setting from the file that NAME_FILE names, and refuses both at once', async () => {
    const file = join(dir, 'url')
    await writeFile(file, 'postgresql://u:p@db/earshot\n')
    expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgresql://u:p@db/earshot')
    expect(problemsOf({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgresql://u@db/x' })).toEqual([
      'DATABASE_URL and DATABASE_URL_FILE are both set: keep one of them.',
    ])
  })

  it('takes an empty value for an absent one', () => {
    expect(readConfig({ DATABASE_URL: '', PORT: ' ' })).toMatchObject({ databaseUrl: null, port: 4310 })
  })

  it('derives the public address from where it listens, and drops the slash at the end', () => {
    expect(readConfig({ HOST: '0.0.0.0', PORT: '80' }).publicUrl).toBe('http://localhost:80')
    expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:4310')
    expect(readConfig({ PUBLIC_URL: 'https://ear.example.org/' }).publicUrl).toBe('https://ear.example.org')
  })

  it('is described without a key or a password in it', () => {
    const shown = JSON.stringify(
      describeConfig(
        readConfig({
          DATABASE_URL: 'postgresql://u:hush1@db/earshot?sslpassword=hush2',
          LLM_BASE_URL: 'https://x:hush3@llm.example.org/v1?key=hush4',
          LLM_API_KEY: 'hush5',
        }),
      ),
    )
    expect(shown).toContain('llm.example.org')
    expect(shown).not.toContain('hush')
  })
})
