import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importJWK, jwtVerify, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadResponseKey, loadSecrets } from '#platform/config/secrets.ts'

describe('loadSecrets', () => {
  let dir = ''
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'earshot-secrets-'))
  })
  afterEach(async () => {
    await rm(dir, { recursive: true })
  })

  it('creates the secrets once, readable only by the owner', async () => {
    const first = await loadSecrets(dir)
    expect(await loadSecrets(dir)).toEqual(first)
    expect(first.blobHmac).toHaveLength(32)
    expect((await stat(join(dir, 'secrets'))).mode & 0o777).toBe(0o700)
    const names = await readdir(join(dir, 'secrets'))
    expect(names.toSorted()).toEqual(['blob-hmac', 'field-key', 'signing-key.json'])
    for (const name of names) expect((await stat(join(dir, 'secrets', name))).mode & 0o777).toBe(0o600)
  })

  it('creates a key that signs ES256', async () => {
    const { signingKey } = await loadSecrets(dir)
    const { d: _, ...publicJwk } = signingKey
    const token = await new SignJWT({ sub: 'u1' }).setProtectedHeader({ alg: 'ES256' }).sign(await importJWK(signingKey, 'ES256'))
    expect((await jwtVerify(token, await importJWK(publicJwk, 'ES256'))).payload.sub).toBe('u1')
  })

  it('returns the same secrets to eight concurrent calls and leaves no temporary file behind', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, async () => await loadSecrets(dir)))
    expect(new Set(results.map((first) => JSON.stringify(first))).size).toBe(1)
    expect(await readdir(join(dir, 'secrets'))).toHaveLength(3)
  })

  it('creates the key for encrypted responses once, on first use', async () => {
    await loadSecrets(dir)
    const [first, other] = await Promise.all([loadResponseKey(dir), loadResponseKey(dir)])
    expect(first).toEqual(other)
    expect(first).toMatchObject({ kty: 'RSA', alg: 'RSA-OAEP-256' })
    const path = join(dir, 'secrets', 'answer-key.json')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    for (const damage of ['{', '{"kty":"RSA"}', 'null']) {
      await writeFile(path, damage)
      await expect(loadResponseKey(dir)).rejects.toThrow(/answer-key\.json is damaged/)
    }
  })

  it('restricts the mode of a file that others could read', async () => {
    await loadSecrets(dir)
    const file = join(dir, 'secrets', 'blob-hmac')
    await chmod(file, 0o644)
    await loadSecrets(dir)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('refuses a damaged file and does not replace it', async () => {
    await loadSecrets(dir)
    const file = join(dir, 'secrets', 'signing-key.json')
    await writeFile(file, '{"kty":')
    await expect(loadSecrets(dir)).rejects.toThrow('signing-key.json is damaged')
    expect((await stat(file)).size).toBe(7)
  })
})
