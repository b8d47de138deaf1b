import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { MAX_TEMPLATE_VERSIONS } from '#features/templates/contract.ts'
import { templates } from '#features/templates/server.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { aSubmission, publishOne, templateServer } from '#test/server/templates.ts'
import { createClients, type User } from '#test/server/user.ts'

const list = async (user: User, id: string) => (await user.templateVersions.list({ params: { id } })).data
const restore = (user: User, id: string, version: number) => user.templateVersions.restore({ params: { id, version } })
const edit = (user: User, id: string, change: object = {}) =>
  user.templates.edit({ body: { ...aSubmission, ...change, template_id: id } })
const createOwn = async (user: User) => {
  const { data } = await user.customTemplates.create({ body: { name: 'Notes', content: '# First', icon: 'quote' } })
  return data.id
}
const change = (user: User, id: string, body: object) => user.customTemplates.change({ params: { id }, body })

describe('the versions of an own template', () => {
  it('are the texts that were saved, newest first, and one can be restored', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const id = await createOwn(user)
    const [first] = await list(user, id)
    expect(first).toMatchObject({ version: 1, status: 'saved', is_current: true, title: 'Notes', content: '# First' })
    server.clock.advance(60_000)
    await change(user, id, { content: '# Second', icon: 'users', category: 'cat_call' })
    expect(await list(user, id)).toMatchObject([
      { version: 2, is_current: true, content: '# Second', icon: 'users', category_id: 'cat_call', comment: '' },
      { ...first, is_current: false },
    ])
    const { data } = await restore(user, id, 1)
    expect(data).toMatchObject({ id, version: 3, content: '# First', icon: 'quote', category_id: '' })
    expect((await list(user, id)).map(({ version, content }) => `${version} ${content}`)).toEqual([
      '3 # First',
      '2 # Second',
      '1 # First',
    ])
  })

  it('do not count a save that changes nothing', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const id = await createOwn(user)
    await change(user, id, { name: 'Notes', content: '# First' })
    await change(user, id, {})
    expect(await list(user, id)).toHaveLength(1)
  })

  it('are at most as many as the limit beside the present one, also when they are saved at once', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const id = await createOwn(user)
    const total = MAX_TEMPLATE_VERSIONS + 5
    await Promise.all(Array.from({ length: total }, (_, n) => change(user, id, { content: `# ${n}` })))
    const versions = (await list(user, id)).map(({ version }) => version)
    expect(versions).toEqual(Array.from({ length: MAX_TEMPLATE_VERSIONS + 1 }, (_, n) => total + 1 - n))
  })

  it('are restored only with the right, and not the present one', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const id = await createOwn(user)
    await change(user, id, { content: '# Second' })
    expect(await expectRefusal(restore(user, id, 2))).toMatchObject({ status: -3, refusal: 'isCurrent' })
    expect(await expectRefusal(restore(user, id, 9))).toMatchObject({ httpStatus: 404 })
    expect(await expectRefusal(restore(user, id, 0))).toMatchObject({ httpStatus: 422 })
    await setMembershipTier(server, user.id, 'starter')
    expect(await expectRefusal(restore(user, id, 1))).toMatchObject({ status: -1, refusal: 'noPermission' })
    expect(await list(user, id)).toHaveLength(2)
  })

  it('are in the download of personal data, and go with the template', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const id = await createOwn(user)
    await change(user, id, { content: '# Second' })
    expect(await templates.personalData!(server.ctx, user.id)).toMatchObject({
      custom_templates: [{ versions: [{ content: '# Second' }, { content: '# First' }] }],
    })
    await user.customTemplates.remove({ params: { id } })
    expect((await executeSql(server.ctx.db, 'select 1 from template_version')).rows).toEqual([])
  })
})

describe('the versions of a community template', () => {
  it('say what became of each, with what the reviewer wrote (B§4)', async () => {
    await using server = await templateServer()
    const author = await server.user()
    const states = async (id: string) => (await list(author, id)).map(({ version, status }) => `${version} ${status}`)
    const id = await publishOne(author, author)
    await edit(author, id, { title: 'Second' })
    await edit(author, id, { title: 'Third' })
    expect(await states(id)).toEqual(['3 in_review', '2 replaced', '1 published'])
    await author.templateReview.reject({ body: { template_id: id, version: 3, comment: 'Too vague.' } })
    expect(await states(id)).toEqual(['3 rejected', '2 replaced', '1 published'])
    expect((await list(author, id))[0]).toMatchObject({ title: 'Third', is_current: true, comment: 'Too vague.' })
    await edit(author, id, { title: 'Fourth' })
    await author.templateReview.publish({ body: { template_id: id, version: 4 } })
    expect(await states(id)).toEqual(['4 published', '3 rejected', '2 replaced', '1 was_published'])
    await author.templateReview.reject({ body: { template_id: id, version: 4, comment: 'Not yours.' } })
    expect(await states(id)).toEqual(['4 unavailable', '3 rejected', '2 replaced', '1 was_published'])
  })

  it('are submitted again when they are restored, while the published one stays', async () => {
    await using server = await templateServer()
    const [author, reader] = [await server.user('anna'), await server.user('ben')]
    const id = await publishOne(author, author, { author_name: 'Ines Moreau', note_tab_name: 'Themes' })
    await edit(author, id, { title: 'Second', author_name: 'Ines Moreau' })
    await author.templateReview.publish({ body: { template_id: id, version: 2 } })
    const { data } = await restore(author, id, 1)
    expect(data).toMatchObject({
      status: 'new_in_review',
      version: 3,
      title: aSubmission.title,
      note_tab_name: 'Themes',
      language: 'en_US',
      author_name: 'Ines Moreau',
      author_email: aSubmission.author_email,
    })
    const { data: seen } = await reader.customTemplates.read({ params: { id }, query: {} })
    expect(seen).toMatchObject({ title: 'Second', version: 2 })
  })

  it('keep the published one however many follow', async () => {
    await using server = await templateServer()
    const author = await server.user()
    const id = await publishOne(author, author)
    for (let n = 0; n < MAX_TEMPLATE_VERSIONS + 3; n++) await edit(author, id, { title: `Title ${n}` })
    const versions = await list(author, id)
    expect(versions).toHaveLength(MAX_TEMPLATE_VERSIONS + 2)
    expect(versions.at(-1)).toMatchObject({ version: 1, status: 'published' })
  })

  it.each([
    ['tooShort', 'Short.', -20],
    ['hasLink', `${aSubmission.content} https://example.org`, -21],
    ['hasImage', `${aSubmission.content} ![](a)`, -22],
    ['hasMarkup', `${aSubmission.content} <b>bold</b>`, -23],
    ['hasControlCharacters', `${aSubmission.content}\u202e`, -24],
    ['hasFence', `${aSubmission.content} <|system|>`, -25],
  ] as const)('are checked again: %s', async (refusal, content, status) => {
    await using server = await templateServer()
    const author = await server.user()
    const id = await publishOne(author, author)
    await edit(author, id)
    await executeSql(server.ctx.db, 'update template_version set content = $1 where version = 1', [content])
    expect(await expectRefusal(restore(author, id, 1))).toMatchObject({ status, refusal })
  })

  it('are restored only with the right, and not the latest one', async () => {
    await using server = await templateServer()
    const author = await server.user()
    const id = await publishOne(author, author)
    await edit(author, id)
    expect(await expectRefusal(restore(author, id, 2))).toMatchObject({ status: -3, refusal: 'isCurrent' })
    await setMembershipTier(server, author.id, 'starter')
    expect(await expectRefusal(restore(author, id, 1))).toMatchObject({ status: -1, refusal: 'noPermission' })
  })
})

describe('the versions of a template that is not of the caller', () => {
  it('are not found, published or not', async () => {
    await using server = await templateServer()
    const [author, other] = [await server.user('anna'), await server.user('ben')]
    const own = await createOwn(author)
    await change(author, own, { content: '# Second' })
    const shared = await publishOne(author, author)
    await edit(author, shared)
    for (const id of [own, shared, 'MEETING', 'none']) {
      expect(await expectRefusal(list(other, id))).toMatchObject({ httpStatus: 404 })
      expect(await expectRefusal(restore(other, id, 1))).toMatchObject({ httpStatus: 404 })
    }
    expect(await list(author, own)).toHaveLength(2)
    expect(await list(author, shared)).toHaveLength(2)
  })

  it('need a session', async () => {
    await using server = await templateServer()
    const { templateVersions } = createClients(server.url, {})
    const params = { id: 'x', version: 1 }
    expect(await expectRefusal(templateVersions.list({ params: { id: 'x' } }))).toMatchObject({ httpStatus: 401 })
    expect(await expectRefusal(templateVersions.restore({ params }))).toMatchObject({ httpStatus: 401 })
  })
})
