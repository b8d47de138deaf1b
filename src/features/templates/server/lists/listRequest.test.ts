import { describe, expect, it } from 'vitest'
import type { CategoryId, TemplateEntry } from '#features/templates/contract.ts'
import { recordTemplateUse } from '#features/templates/server.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { aSubmission as submission, publishOne, templateServer } from '#test/server/templates.ts'
import type { TestServer } from '#test/server/testServer.ts'
import type { User } from '#test/server/user.ts'

const idsOf = (entries: readonly TemplateEntry[]) => entries.map(({ template }) => template.id)

async function createOwn(user: User, name: string, category?: CategoryId): Promise<string> {
  const { data } = await user.customTemplates.create({ body: { name, content: 'Text', ...(category && { category }) } })
  return data.id
}

const use = (server: TestServer, user: User, id: string, type: 'system' | 'community' | 'custom' = 'system') =>
  server.ctx.transaction(async (tx) => await recordTemplateUse(tx, { userId: user.id, type, id }))

describe('a list request of a client that sends null for what it leaves out (B§7)', () => {
  it('is like one without these fields', async () => {
    await using server = await templateServer()
    const { templates } = await server.user()
    const fields = [
      'language_os',
      'language_trans',
      'scene',
      'category_id',
      'page',
      'page_size',
      'has_custom',
      'selected_template',
    ]
    const nothing = Object.fromEntries(fields.map((name) => [name, null]))
    expect((await templates.mine({ body: nothing })).data).toEqual((await templates.mine({ body: {} })).data)
    expect((await templates.home({ body: nothing })).data).toEqual((await templates.home({ body: {} })).data)
  })
})

describe('home as a template list (B§7)', () => {
  const groupOf = async (user: User, category_id: CategoryId, body: object = {}) => {
    const { data } = await user.templates.home({ body: { category_id, ...body } })
    expect(data.map(({ id }) => id)).toEqual([category_id])
    return data[0]!
  }

  it('has pages of twelve in each category, and only the category that is named', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const published = []
    for (let n = 0; n < 14; n += 1) published.push(await publishOne(user, user, { title: `Template ${n}` }))
    const first = await groupOf(user, 'cat_interview')
    const second = await groupOf(user, 'cat_interview', { page: 2 })
    expect(first.data).toHaveLength(12)
    const all = [...idsOf(first.data), ...idsOf(second.data)]
    expect(all.slice(-published.length)).toEqual(published.toSorted())
    expect(new Set(all).size).toBe(first.category_total_nums)
    expect((await groupOf(user, 'cat_interview', { page: 2, page_size: 3 })).data).toEqual(first.data.slice(3, 6))
    expect((await user.templates.home({ body: { page_size: 1 } })).data.every(({ data }) => data.length === 1)).toBe(true)
  })

  it('has own templates with has_custom, and the recently used ones with has_recently_use', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const legal = await createOwn(user, 'Hearing', 'cat_legal')
    const general = await createOwn(user, 'Anything')
    const without = await groupOf(user, 'cat_legal')
    const group = await groupOf(user, 'cat_legal', { has_custom: true })
    expect(idsOf(group.data)).toEqual([legal, ...idsOf(without.data)])
    expect(group.category_total_nums).toBe(without.category_total_nums + 1)
    expect(idsOf((await groupOf(user, 'cat_general', { has_custom: 1 })).data)).toContain(general)
    await use(server, user, 'MEETING')
    expect(await user.templates.home({ body: {} })).toMatchObject({ recently_used: [] })
    expect(idsOf((await user.templates.home({ body: { has_recently_use: 'true' } })).recently_used)).toEqual(['MEETING'])
  })

  it('offers the automatic choice in scene 1', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const first = async (scene: number) => (await user.templates.home({ body: { scene } })).data[0]!
    expect(idsOf((await first(1)).data)[0]).toBe('AUTO-SELECT')
    expect((await first(1)).category_total_nums).toBe((await first(2)).category_total_nums + 1)
    expect(idsOf((await first(2)).data)).not.toContain('AUTO-SELECT')
  })

  it('begins with the selected template, wherever it would stand', async () => {
    await using server = await templateServer()
    const [user, other] = [await server.user('anna'), await server.user('ben')]
    const ids = []
    for (let n = 0; n < 14; n += 1) ids.push(await publishOne(user, user, { title: `Template ${n}` }))
    const last = ids.toSorted().at(-1)!
    const plain = await groupOf(other, 'cat_interview')
    const group = await groupOf(other, 'cat_interview', { selected_template: last })
    expect(idsOf(group.data)).toEqual([last, ...idsOf(plain.data).slice(0, 11)])
    expect(group.category_total_nums).toBe(plain.category_total_nums)
    const second = await groupOf(other, 'cat_interview', { selected_template: last, page: 2 })
    expect(idsOf(second.data)).not.toContain(last)
    const hidden = await createOwn(user, 'Mine', 'cat_interview')
    expect(await other.templates.home({ body: { selected_template: hidden } })).toMatchObject({ selected: null })
    const home = await user.templates.home({ body: { selected_template: hidden, category_id: 'cat_legal' } })
    expect(home.selected?.template.id).toBe(hidden)
    expect(idsOf((await groupOf(user, 'cat_interview', { selected_template: hidden })).data)[0]).toBe(hidden)
  })

  it('begins with the community templates of language_trans', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const german = []
    for (const language_os of ['en_US', 'de_DE', 'en_US', 'de_DE', 'en_US', 'en_US'])
      german.push({ id: await publishOne(user, user, { language_os }), language_os })
    const expected = german.filter(({ language_os }) => language_os === 'de_DE').map(({ id }) => id)
    const group = await groupOf(user, 'cat_interview', { language_trans: 'de' })
    const community = group.data.filter(({ type }) => type === 'community')
    expect(idsOf(community).slice(0, 2)).toEqual(expected.toSorted())
    const { list } = (await user.templates.list({ query: { kind: 'community', language_trans: 'de-AT' } })).data
    expect(list.slice(0, 2).map(({ language }) => language)).toEqual(['de_DE', 'de_DE'])
  })
})

describe('the own templates as a template list (B§7)', () => {
  it('are pages of twelve, filtered by category and words', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const ids = []
    for (let n = 0; n < 13; n += 1) {
      server.clock.advance(1)
      ids.unshift(await createOwn(user, `Own ${n}`, n === 4 ? 'cat_legal' : undefined))
    }
    await publishOne(user, user)
    const mine = async (body: object = {}) => await user.templates.mine({ body })
    const first = await mine()
    expect(idsOf(first.data)).toEqual(ids.slice(0, 12))
    expect(first).toMatchObject({ total_nums: 14, custom_total_nums: 13, has_more: true })
    expect((await mine({ page: 2 })).data.map(({ type }) => type)).toEqual(['custom', 'community'])
    expect(await mine({ page: 2 })).toMatchObject({ has_more: false })
    expect((await mine({ category_id: 'cat_legal' })).data.map(({ template }) => template.name)).toEqual(['Own 4'])
    expect((await mine({ query: 'OWN 12' })).data.map(({ template }) => template.name)).toEqual(['Own 12'])
    expect((await mine({ query: 'exact words' })).data.map(({ type }) => type)).toEqual(['community'])
    expect((await mine({ has_custom: false })).data.map(({ type }) => type)).toEqual(['community'])
  })

  it('begin with the selected one, and name what was used last when requested', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const first = await createOwn(user, 'One')
    server.clock.advance(1)
    const second = await createOwn(user, 'Two')
    await use(server, user, 'MEETING')
    const reply = await user.templates.mine({ body: { selected_template: first, has_recently_use: 1 } })
    expect(idsOf(reply.data)).toEqual([first, second])
    expect(idsOf(reply.recently_used)).toEqual(['MEETING'])
    const system = await user.templates.mine({ body: { selected_template: 'MEETING' } })
    expect(idsOf(system.data)).toEqual([second, first])
    expect(system.selected?.template.id).toBe('MEETING')
  })
})

describe('the recently used templates as a template list (B§7)', () => {
  it('are paged, filtered by category, and begin with the selected one', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const own = await createOwn(user, 'Mine', 'cat_interview')
    for (const id of ['MEETING', 'INTERVIEW', own]) {
      server.clock.advance(1)
      await use(server, user, id, id === own ? 'custom' : 'system')
    }
    const recent = async (body: object = {}) => idsOf((await user.templates.recentlyUsed({ body })).data)
    expect(await recent()).toEqual([own, 'INTERVIEW', 'MEETING'])
    expect(await recent({ page: 2, page_size: 2 })).toEqual(['MEETING'])
    expect(await recent({ category_id: 'cat_interview' })).toEqual([own, 'INTERVIEW'])
    expect(await recent({ has_custom: false })).toEqual(['INTERVIEW', 'MEETING'])
    expect(await recent({ selected_template: 'MEETING' })).toEqual(['MEETING', own, 'INTERVIEW'])
    // One that was never used is contained too.
    expect((await recent({ selected_template: 'LECTURE', page_size: 2 }))[1]).toBe(own)
    expect((await recent({ selected_template: 'AI-CHOICE', scene: 1 }))[0]).toBe('AUTO-SELECT')
    expect(await recent({ selected_template: 'AI-CHOICE', scene: 2 })).not.toContain('AUTO-SELECT')
  })
})

describe('recommendations without a recording (B§7)', () => {
  it('are those of the week, for an empty file_id too', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const id = await publishOne(user, user)
    await use(server, user, id, 'community')
    const weekly = (await user.templates.weekly({ body: {} })).data
    expect(idsOf(weekly)[0]).toBe(id)
    for (const file_id of ['', null]) expect((await user.templates.weekly({ body: { file_id } })).data).toEqual(weekly)
    for (const query of [{}, { file_id: '' as const }])
      expect(await user.templates.recommend({ query })).toMatchObject({ data: weekly, reasons: [] })
    const wrong = user.templates.weekly({ body: { file_id: 'nothing' } })
    expect(await expectRefusal(wrong)).toMatchObject({ httpStatus: 422 })
  })

  it('for a recording that says nothing are in the order of the week', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const ids = [await publishOne(user, user, { title: 'Abcd' }), await publishOne(user, user, { title: 'Efgh' })].toSorted()
    await use(server, user, ids[1]!, 'community')
    const { id: file_id } = await server.uploadFile()
    const weekly = idsOf((await user.templates.weekly({ body: { file_id } })).data)
    expect(weekly[0]).toBe(ids[1])
  })
})

describe('the category of a submission (B§7)', () => {
  it.each(['Interview', ' legal ', 'Recht', 'cat_legal'])('is a name in any language or an id: %j', async (category) => {
    await using server = await templateServer()
    const user = await server.user()
    const id = await publishOne(user, user, { category })
    const { data } = await user.customTemplates.read({ params: { id }, query: {} })
    expect(data.category_id).toBe(category === 'Interview' ? 'cat_interview' : 'cat_legal')
  })

  it('can be a name when a template is edited; an unknown one is refused', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const { data } = await user.templates.create({ body: { ...submission, category: 'cat_sales' } })
    const edited = await user.templates.edit({ body: { ...submission, template_id: data.id, category: 'Vertrieb' } })
    expect(edited.data.category_id).toBe('cat_sales')
    const unknown = user.templates.create({ body: { ...submission, category: 'Gardening' } })
    expect(await expectRefusal(unknown)).toMatchObject({ httpStatus: 422 })
  })
})
