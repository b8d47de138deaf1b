import { describe, expect, it } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { speechServerOf, whatLeaves } from './whatLeaves.ts'

const MODEL = { LLM_MODEL: 'gemma' }
const STORE = { S3_BUCKET: 'sound', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's', S3_REGION: 'eu-central-1' }

describe('what leaves a server', () => {
  it.each([
    ['has no settings', {}, []],
    ['has a language model on the same machine', { ...MODEL, LLM_BASE_URL: 'http://localhost:11434/v1' }, []],
    ['has a language model elsewhere', { ...MODEL, LLM_BASE_URL: 'https://models.example.org/v1' }, ['texts']],
    ['has a model for searching elsewhere', { EMBEDDING_MODEL: 'm', EMBEDDING_BASE_URL: 'https://v.example.org/v1' }, ['texts']],
    ['has an object store', STORE, ['storage']],
    ['has a speech server on the same machine', { SPEECH_BASE_URL: 'http://127.0.0.1:8000/v1' }, []],
    ['has a speech server elsewhere', { SPEECH_BASE_URL: 'https://speech.example.org/v1' }, ['audio']],
    ['has a database on the same machine', { DATABASE_URL: 'postgresql://earshot@127.0.0.1:5432/earshot' }, []],
    ['has a database behind a socket', { DATABASE_URL: 'postgresql:///earshot?host=/tmp' }, []],
    ['has a database elsewhere', { DATABASE_URL: 'postgresql://earshot@db.example.org/earshot' }, ['storage']],
    ['has a database elsewhere, by its query', { DATABASE_URL: 'postgresql:///earshot?host=db.example.org' }, ['storage']],
  ])('that %s, with %o, is %j', (_, env, expected) => {
    const config = readConfig(env)
    const modelAddresses = [config.llm.server, config.llm.embedding].flatMap((server) => (server ? [server.baseUrl] : []))
    expect(whatLeaves({ config, modelAddresses })).toEqual(expected)
  })

  it('returns the speech server only when it is another machine', () => {
    const hosts = ['https://speech.example.org:8443/v1', 'http://localhost:8000/v1', undefined].map((url) =>
      speechServerOf(readConfig(url ? { SPEECH_BASE_URL: url } : {})),
    )
    expect(hosts).toEqual(['speech.example.org:8443', null, null])
  })
})
