import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeConfig, readConfig } from '#platform/config/config.ts'
import { ConfigError } from '#platform/config/environment.ts'

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('site settings', () => {
  const announcement = (change: object) => ({ ANNOUNCEMENT: JSON.stringify({ id: 'a1', title: 'T', text: 'Text', ...change }) })

  it.each([
    [{ ANNOUNCEMENT: 'On Sunday' }, /^ANNOUNCEMENT must be JSON such as/],
    [{ ANNOUNCEMENT: 'null' }, /^ANNOUNCEMENT must be JSON such as/],
    [announcement({ id: 'two words' }), /^ANNOUNCEMENT .*\bid\b/],
    [announcement({ title: 'x'.repeat(121) }), /^ANNOUNCEMENT .*\btitle\b.*120/],
    [announcement({ text: '' }), /^ANNOUNCEMENT .*\btext\b/],
    [announcement({ link: 'javascript:alert(1)' }), /^ANNOUNCEMENT .*\blink\b.*https/],
    [{ OPERATOR_NAME: 'x'.repeat(201) }, /^OPERATOR_NAME .*200/],
    [{ MAIN_DOMAIN: 'com' }, /^MAIN_DOMAIN must be a domain/],
    [{ MAIN_DOMAIN: 'https://example.org' }, /^MAIN_DOMAIN must be a domain/],
    [{ HELP_URL: 'http://help.example.org' }, /^HELP_URL must be an https/],
    [{ MAIN_SITE_URL: 'https://me:word@example.org' }, /^MAIN_SITE_URL must be an https/],
  ])('report what is wrong in %o', (env, expected) => {
    const problems = problemsOf(env)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(expected)
    expect(problems[0]).not.toContain('word@')
  })
})

describe('readConfig', () => {
  let dir = ''
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'earshot-config-'))
  })
  afterAll(async () => {
    await rm(dir, { recursive: true })
  })

  it('works without any settings: each has a default or is optional', () => {
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
      signUp: 'closed',
      plan: 'unlimited',
      region: 'global',
      instanceMode: 'live',
      payments: { provider: 'none' },
      trashDays: 30,
      runAs: null,
    })
    expect(isAbsolute(config.dataDir)).toBe(true)
    expect(config.speechThreads).toBeGreaterThanOrEqual(1)
  })

  it('reports all problems at once, one sentence each', () => {
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

  it('never empties the trash automatically when TRASH_DAYS is 0', () => {
    expect(readConfig({ TRASH_DAYS: '0' }).trashDays).toBeNull()
    expect(readConfig({ TRASH_DAYS: '7' }).trashDays).toBe(7)
    for (const days of ['-1', '3651', 'ever', '1.5']) {
      expect(problemsOf({ TRASH_DAYS: days })).toEqual([expect.stringMatching(/^TRASH_DAYS must be a number of days/)])
    }
  })

  it('refuses settings that need another setting', () => {
    expect(problemsOf({ DATABASE_DIRECT_URL: 'postgres://a/b', LLM_API_KEY: 'k', PGID: '5' })).toHaveLength(3)
  })

  it('reads any setting from the file in NAME_FILE, and refuses both together', async () => {
    const file = join(dir, 'url')
    await writeFile(file, 'postgresql://u:p@db/earshot\n')
    expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgresql://u:p@db/earshot')
    expect(problemsOf({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgresql://u@db/x' })).toEqual([
      'DATABASE_URL and DATABASE_URL_FILE are both set: remove one of them.',
    ])
  })

  it('reads the speech server', () => {
    expect(readConfig({}).speechServer).toBeNull()
    expect(readConfig({ SPEECH_BASE_URL: 'http://gpu:8000/v1/' }).speechServer).toEqual({
      baseUrl: 'http://gpu:8000/v1',
      apiKey: null,
      model: 'whisper-1',
    })
    expect(problemsOf({ SPEECH_API_KEY: 'k', SPEECH_MODEL: 'm' })).toHaveLength(2)
  })

  it('reads the language model, and the ports where one is searched', () => {
    const findPorts = { ollama: 11_434, 'lm-studio': 1234, 'llama-cpp': 8080, 'llama-cpp-python': 8000 }
    expect(readConfig({}).llm).toEqual({ server: null, findPorts, embedding: null })
    expect(readConfig({ LLM_BASE_URL: 'http://gpu:8000/v1/', LLM_MODEL: 'qwen3', LLM_FIND: 'off' }).llm).toEqual({
      server: { kind: 'openai-compatible', baseUrl: 'http://gpu:8000/v1', model: 'qwen3', apiKey: null, contextTokens: null },
      findPorts: null,
      embedding: null,
    })
    const claude = readConfig({ LLM_KIND: 'anthropic', LLM_API_KEY: 'k', LLM_MODEL: 'claude', LLM_CONTEXT_TOKENS: '200000' })
    expect(claude.llm.server).toMatchObject({ baseUrl: 'https://api.anthropic.com/v1', apiKey: 'k', contextTokens: 200_000 })
    expect(readConfig({ LLM_FIND: 'ollama=4000,llama-cpp-python=4001' }).llm.findPorts).toEqual({
      ollama: 4000,
      'llama-cpp-python': 4001,
    })
    expect(problemsOf({ LLM_API_KEY: 'k', LLM_FIND: 'example.org=80' })).toHaveLength(1)
    expect(problemsOf({ LLM_API_KEY: 'k' })).toEqual(['LLM_API_KEY also needs LLM_BASE_URL.'])
    expect(problemsOf({ LLM_KIND: 'anthropic' })).toEqual(['LLM_KIND=anthropic also needs LLM_MODEL.'])
    expect(problemsOf({ LLM_KIND: 'telepathy', LLM_CONTEXT_TOKENS: 'many' })).toHaveLength(2)
  })

  it('reads the embedding model, which uses the server of the language model unless it has its own address', () => {
    const embeddingOf = (settings: Record<string, string>) => readConfig(settings).llm.embedding
    const shared = { LLM_BASE_URL: 'http://gpu:8000/v1/', LLM_API_KEY: 'k', EMBEDDING_MODEL: 'bge-m3' }
    expect(embeddingOf(shared)).toEqual({ baseUrl: 'http://gpu:8000/v1', apiKey: 'k', model: 'bge-m3' })
    // A key is only sent to the address it was configured for.
    expect(embeddingOf({ ...shared, EMBEDDING_BASE_URL: 'http://cpu:8000/v1/' })).toEqual({
      baseUrl: 'http://cpu:8000/v1',
      apiKey: null,
      model: 'bge-m3',
    })
    expect(problemsOf({ EMBEDDING_MODEL: 'bge-m3' })).toEqual(['EMBEDDING_MODEL also needs EMBEDDING_BASE_URL.'])
    expect(problemsOf({ LLM_KIND: 'anthropic', LLM_MODEL: 'claude', EMBEDDING_MODEL: 'bge-m3' })).toHaveLength(1)
    expect(problemsOf({ EMBEDDING_BASE_URL: 'http://cpu:8000/v1' })).toHaveLength(1)
  })

  it('treats an empty value as absent', () => {
    expect(readConfig({ DATABASE_URL: '', PORT: ' ' })).toMatchObject({ databaseUrl: null, port: 4310 })
  })

  it('derives the public URL from host and port, and removes the trailing slash', () => {
    expect(readConfig({ HOST: '0.0.0.0', PORT: '80' }).publicUrl).toBe('http://localhost:80')
    expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:4310')
    expect(readConfig({ PUBLIC_URL: 'https://ear.example.org/' }).publicUrl).toBe('https://ear.example.org')
  })

  it('is described without keys and passwords', () => {
    const description = JSON.stringify(
      describeConfig(
        readConfig({
          DATABASE_URL: 'postgresql://u:hush1@db/earshot?sslpassword=hush2',
          LLM_BASE_URL: 'https://x:hush3@llm.example.org/v1?key=hush4',
          LLM_API_KEY: 'hush5',
          LLM_MODEL: 'gemma',
          EMBEDDING_BASE_URL: 'https://x:hush8@vectors.example.org/v1',
          EMBEDDING_API_KEY: 'hush9',
          EMBEDDING_MODEL: 'bge-m3',
          SPEECH_BASE_URL: 'https://x:hush6@speech.example.org/v1',
          SPEECH_API_KEY: 'hush7',
        }),
      ),
    )
    expect(description).toContain('llm.example.org')
    expect(description).toContain('speech.example.org')
    expect(description).toContain('vectors.example.org')
    expect(description).not.toContain('hush')
  })
})

describe('OAuth clients', () => {
  const zapier = { ZAPIER_CLIENT_ID: 'z', ZAPIER_CLIENT_SECRET: 'hush', ZAPIER_REDIRECT_URI: 'https://zapier.example/back/' }

  it('are configured when all their settings are present', () => {
    const config = readConfig(zapier)
    expect(config.apps.zapier).toEqual({ clientId: 'z', clientSecret: 'hush', redirectUri: 'https://zapier.example/back/' })
    expect(readConfig({ ...zapier, ZAPIER_CLIENT_SECRET: '' }).apps.zapier).toMatchObject({ clientSecret: null })
    expect(readConfig({}).apps.zapier).toBeNull()
    expect(JSON.stringify(describeConfig(config))).not.toContain('hush')
  })

  it.each([
    [{ ZAPIER_CLIENT_ID: 'z' }, 'ZAPIER_REDIRECT_URI is missing'],
    [{ ZAPIER_CLIENT_SECRET: 'hush' }, 'ZAPIER_CLIENT_ID, ZAPIER_REDIRECT_URI is missing'],
    [{ ...zapier, ZAPIER_REDIRECT_URI: 'http://zapier.example/' }, 'ZAPIER_REDIRECT_URI must be the address'],
    [{ ...zapier, ZAPIER_REDIRECT_URI: 'https://zapier.example/#x' }, 'ZAPIER_REDIRECT_URI must be the address'],
    [{ ...zapier, ZAPIER_REDIRECT_URI: 'javascript:alert(1)' }, 'ZAPIER_REDIRECT_URI must be the address'],
  ])('report what is wrong in %o', (env, sentence) => {
    expect(problemsOf(env).join(' ')).toContain(sentence)
  })
})

describe('identity providers', () => {
  const provider = { id: 'house', name: 'House', issuer: 'https://id.example.org', client_id: 'x', client_secret: 'hush' }
  const pem = (curve: string) =>
    generateKeyPairSync('ec', { namedCurve: curve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const apple = { APPLE_CLIENT_ID: 'org.example', APPLE_TEAM_ID: 'T', APPLE_KEY_ID: 'K', APPLE_PRIVATE_KEY: pem('P-256') }

  it('are listed when their settings are complete, the known ones first, in the order of the page', () => {
    const { identity } = readConfig({
      OIDC_PROVIDERS: JSON.stringify([provider, { ...provider, id: 'firm', trusts_email: true }]),
      MICROSOFT_CLIENT_ID: 'm',
      MICROSOFT_CLIENT_SECRET: 'hush',
      ...apple,
      APPLE_PRIVATE_KEY: apple.APPLE_PRIVATE_KEY.replaceAll('\n', '\\n'),
      GOOGLE_CLIENT_ID: 'g',
      GOOGLE_CLIENT_SECRET: 'hush',
    })
    expect(identity.map(({ id }) => id)).toEqual(['google', 'apple', 'microsoft', 'house', 'firm'])
    expect(identity[0]?.issuer).toBe('https://accounts.google.com')
    expect(identity[1]).toMatchObject({ kind: 'apple', privateKey: apple.APPLE_PRIVATE_KEY })
    expect(identity[2]?.issuer).toBe('https://login.microsoftonline.com/common/v2.0')
    expect(identity.slice(3).map((one) => one.kind === 'oidc' && one.trustsEmail)).toEqual([false, true])
    expect(readConfig({}).identity).toEqual([])
  })

  it.each([
    [{ GOOGLE_CLIENT_ID: 'g' }, 'GOOGLE_CLIENT_SECRET is missing'],
    [{ MICROSOFT_CLIENT_SECRET: 'm' }, 'MICROSOFT_CLIENT_ID is missing'],
    [{ APPLE_CLIENT_ID: 'a', APPLE_TEAM_ID: 't' }, 'APPLE_KEY_ID, APPLE_PRIVATE_KEY is missing'],
    [{ ...apple, APPLE_PRIVATE_KEY: 'no key' }, 'APPLE_PRIVATE_KEY must be the private key'],
    [{ ...apple, APPLE_PRIVATE_KEY: pem('P-384') }, 'APPLE_PRIVATE_KEY must be the private key'],
    [{ GOOGLE_ISSUER: 'http://id.example.org' }, 'http:// only on this machine'],
    [{ OIDC_PROVIDERS: '{' }, 'must be a list in JSON'],
    [{ OIDC_PROVIDERS: JSON.stringify([{ ...provider, id: 'Not An Id' }]) }, 'OIDC_PROVIDERS.0.id'],
    [{ OIDC_PROVIDERS: JSON.stringify([{ ...provider, trusts_email: 'yes' }]) }, 'OIDC_PROVIDERS.0.trusts_email'],
    [
      { OIDC_PROVIDERS: JSON.stringify([{ ...provider, issuer: 'http://127.0.0.1.example.org' }]) },
      'http:// only on this machine',
    ],
    [{ OIDC_PROVIDERS: JSON.stringify([provider, provider]) }, 'has a duplicate id'],
  ])('report incomplete and wrong settings: %#', (env, expected) => {
    const problems = problemsOf(env as unknown as Record<string, string>)
    expect(problems.join(' ')).toContain(expected)
    expect(problems.join(' ')).not.toContain('hush')
  })

  it.each(['http://127.0.0.1:4000', 'http://localhost:4000/t/v2.0', 'http://[::1]:4000'])('accept plain HTTP at %s', (issuer) => {
    expect(problemsOf({ OIDC_PROVIDERS: JSON.stringify([{ ...provider, issuer }]) })).toEqual([])
  })
})
