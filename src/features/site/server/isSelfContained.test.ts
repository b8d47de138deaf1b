import { describe, expect, it } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { isSelfContained } from './isSelfContained.ts'

const MODEL = { LLM_MODEL: 'gemma' }
const STORE = { S3_BUCKET: 'sound', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's', S3_REGION: 'eu-central-1' }

describe('a server that keeps recordings to itself', () => {
  it.each([
    ['has no settings', {}, true],
    ['has a language model on the same machine', { ...MODEL, LLM_BASE_URL: 'http://localhost:11434/v1' }, true],
    ['has a language model elsewhere', { ...MODEL, LLM_BASE_URL: 'https://models.example.org/v1' }, false],
    ['has a model for searching elsewhere', { EMBEDDING_MODEL: 'm', EMBEDDING_BASE_URL: 'https://v.example.org/v1' }, false],
    ['has an object store', STORE, false],
    ['has a database on the same machine', { DATABASE_URL: 'postgresql://earshot@127.0.0.1:5432/earshot' }, true],
    ['has a database behind a socket', { DATABASE_URL: 'postgresql:///earshot?host=/tmp' }, true],
    ['has a database elsewhere', { DATABASE_URL: 'postgresql://earshot@db.example.org/earshot' }, false],
    ['has a database elsewhere, by its query', { DATABASE_URL: 'postgresql:///earshot?host=db.example.org' }, false],
  ])('%s: %o is %s', (_, env, expected) => {
    const config = readConfig(env)
    const modelAddresses = [config.llm.server, config.llm.embedding].flatMap((server) => (server ? [server.baseUrl] : []))
    expect(isSelfContained({ config, modelAddresses })).toBe(expected)
  })
})
