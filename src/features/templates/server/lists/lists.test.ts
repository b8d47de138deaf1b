import { LOCALES } from '#shared/locales.ts'
import { describe, expect, it } from 'vitest'
import { days } from '#shared/units.ts'
import { CATEGORY_IDS } from '#features/templates/contract.ts'
import { recordTemplateUse } from '#features/templates/server.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { aSubmission, publishOne, templateServer } from '#test/server/templates.ts'
import type { TestServer } from '#test/server/testServer.ts'
import { createClients, type User } from '#test/server/user.ts'
import { categoryName, listSystemTemplates } from '../system/systemTemplates.ts'

const SYSTEM = listSystemTemplates('en_US')

const use = (server: TestServer, user: User, id: string, type: 'system' | 'community' | 'custom' = 'system') =>
  server.ctx.transaction(async (tx) => await recordTemplateUse(tx, { userId: user.id, type, id }))

const list = async (user: User, query: object = {}) => (await user.templates.list({ query: { scene: 2, ...query } })).data
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

describe('home (B§7)', () => {
  it('has every category that holds templates, and counts what is there', async () => {
    await using server = await templateServer()
    const [author, other] = [await server.user('anna'), await server.user('ben')]
    const before = await other.templates.home({ body: {} })
    expect(before.total_nums).toBe(SYSTEM.length)
    const id = await publishOne(author, author)
    await author.templates.create({ body: aSubmission })
    await other.customTemplates.create({ body: { name: 'Mine', content: 'Text' } })
    const home = await other.templates.home({ body: { language_os: 'de_DE' } })
    expect(home).toMatchObject({ total_nums: SYSTEM.length + 2, mine_total_nums: 1, is_reviewer: false, can_translate: false })
    const interviews = home.data.find(({ category_id }) => category_id === 'cat_interview')!
    expect(interviews).toMatchObject({ id: 'cat_interview', name: 'Interview', category_name: 'Interview' })
    expect(interviews.data.at(-1)).toMatchObject({ type: 'community', template: { id } })
    expect(interviews.data[0]).toMatchObject({ type: 'official', template: { custom_type: 'system', author_name: 'Earshot' } })
    expect(home.data.every(({ data, category_total_nums }) => data.length > 0 && category_total_nums >= data.length)).toBe(true)
    expect(await author.templates.home({ body: {} })).toMatchObject({ total_nums: SYSTEM.length + 2, mine_total_nums: 2 })
  })

  it('lists all categories under the names of all clients (B§3)', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const { data } = await user.templates.categories({ query: { language_os: 'fr' } })
    expect(data.map(({ id }) => id)).toEqual([...CATEGORY_IDS])
    const legal = data.find(({ id }) => id === 'cat_legal')
    const name = categoryName('cat_legal', 'fr_FR')
    expect(legal).toMatchObject({ category_id: 'cat_legal', category: name, category_name: name, name, icon: 'scale' })
    expect(name).not.toBe(categoryName('cat_legal', 'en_US'))
  })
})

describe('uses (B§7)', () => {
  it('count a person once a day, and come first when they are recent', async () => {
    await using server = await templateServer()
    const [anna, ben] = [await server.user('anna'), await server.user('ben')]
    await use(server, anna, 'MEETING')
    await use(server, anna, 'MEETING')
    await use(server, ben, 'MEETING')
    server.clock.advance(days(1))
    await use(server, anna, 'MEETING')
    await use(server, anna, 'AUTO-SELECT')
    server.clock.advance(1)
    await use(server, anna, 'INTERVIEW')
    const { data } = await anna.templates.recentlyUsed({ body: { language_os: 'en_US', scene: 1 } })
    expect(data).toMatchObject([
      { type: 'official', template: { id: 'INTERVIEW', usageCount: 1 } },
      { type: 'official', template: { id: 'MEETING', usageCount: 3, usage_count: 3 } },
    ])
    server.clock.advance(1)
    await use(server, anna, 'MEETING')
    expect(idsOf((await list(anna, { has_recently_use: 'true' })).recently_used)).toEqual(['MEETING', 'INTERVIEW'])
    expect(idsOf((await list(ben, { has_recently_use: '1' })).recently_used)).toEqual(['MEETING'])
  })

  it('of templates that are gone or taken down are not listed', async () => {
    await using server = await templateServer()
    const [author, user] = [await server.user('anna'), await server.user('ben')]
    const id = await publishOne(author, author)
    const { data: own } = await user.customTemplates.create({ body: { name: 'Mine', content: 'Text' } })
    await use(server, user, id, 'community')
    await use(server, user, own.id, 'custom')
    const recent = async () => (await user.templates.recentlyUsed({ body: {} })).data.map(({ template }) => template.id)
    expect((await recent()).toSorted()).toEqual([id, own.id].toSorted())
    await author.templateReview.reject({ body: { template_id: id, version: 1, comment: 'No.' } })
    await user.customTemplates.remove({ params: { id: own.id } })
    expect(await recent()).toEqual([])
  })
})

describe('recommendations (B§7)', () => {
  it('of the day are the same for all users until midnight, and differ on other days', async () => {
    await using server = await templateServer()
    const [anna, ben] = [await server.user('anna'), await server.user('ben')]
    for (let n = 0; n < 20; n += 1) await publishOne(anna, anna, { title: `Template ${n}` })
    const daily = async (user: User) => (await user.templates.daily({ body: {} })).data.map(({ template }) => template.id)
    const today = await daily(anna)
    expect(today).toHaveLength(6)
    expect(await daily(ben)).toEqual(today)
    server.clock.advance(days(1))
    expect(await daily(ben)).not.toEqual(today)
  })

  it('of the week are those used most in seven days, then system templates', async () => {
    await using server = await templateServer()
    const [anna, ben] = [await server.user('anna'), await server.user('ben')]
    const ids = [await publishOne(anna, anna, { title: 'Once' }), await publishOne(anna, anna, { title: 'Twice' })]
    await use(server, anna, ids[0]!, 'community')
    await use(server, anna, ids[1]!, 'community')
    await use(server, ben, ids[1]!, 'community')
    const weekly = async () => (await ben.templates.weekly({ body: {} })).data.map(({ template }) => template.id)
    expect((await weekly()).slice(0, 3)).toEqual([ids[1], ids[0], SYSTEM[0]!.id])
    server.clock.advance(days(8))
    expect((await weekly())[0]).toBe(SYSTEM[0]!.id)
  })
})

describe('the list (B§7)', () => {
  it('is paged by twelve (B§9), with own, system and community templates in this order', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const ids: string[] = []
    for (let n = 0; n < 26; n += 1) ids.push(await publishOne(user, user, { title: `Template ${n}` }))
    const { data: own } = await user.customTemplates.create({ body: { name: 'Mine', content: 'Text' } })
    const pages = [await list(user, { has_custom: 'true' })]
    while (pages.at(-1)!.has_more) pages.push(await list(user, { has_custom: 'true', page: pages.length + 1 }))
    expect(pages[0]).toMatchObject({ total: 27 + SYSTEM.length, page: 1, page_size: 12 })
    expect(pages[0]!.list).toHaveLength(12)
    const all = pages.flatMap((page) => idsOf(page.list))
    expect(all).toEqual([own.id, ...SYSTEM.map(({ id }) => id), ...ids.toSorted()])
    expect((await list(user, { page: 99 })).list).toEqual([])
    expect(idsOf((await list(user, { kind: 'custom' })).list)).toEqual([own.id])
    expect((await list(user, { kind: 'community', page_size: 100 })).list).toHaveLength(26)
  })

  it('offers the automatic choice where a template is chosen for a recording', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const names = async (language_os: string) => (await list(user, { scene: 1, language_os })).list[0]?.name
    expect(await names('de')).toBe('Automatisch')
    expect((await list(user, { scene: 1 })).list[0]).toMatchObject({ id: 'AUTO-SELECT', category_id: '', is_locked: 0 })
    expect(idsOf((await list(user)).list)).not.toContain('AUTO-SELECT')
    expect((await list(user, { scene: 1, selected_template: 'AI-CHOICE' })).selected).toMatchObject({ id: 'AUTO-SELECT' })
  })

  it.each([
    ['field INTERVIEW with exact', 1],
    ['ÉVIDENCE themes exact moreau', 1],
    ['moreau', 1],
    ["fiel' or 1=1 --", 0],
    ['%', 0],
    ['earshot', SYSTEM.length],
    ['  ', SYSTEM.length + 1],
  ])('finds %j: %d', async (query, count) => {
    await using server = await templateServer()
    const user = await server.user()
    await publishOne(user, user, { author_name: 'Ines Moreau' })
    expect((await list(user, { query })).total).toBe(count)
  })

  it('is filtered by category, and grouped by it for other clients', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const id = await publishOne(user, user)
    const reply = await user.templates.list({ query: { category_id: 'cat_interview', language_os: 'en_US' } })
    expect(reply.data.list.every(({ category_id }) => category_id === 'cat_interview')).toBe(true)
    expect(reply.templates).toMatchObject([
      {
        category_id: 'cat_interview',
        community_templates: [
          { id, author_name: 'anna', is_locked: 0, latest_published_version: { content: aSubmission.content } },
        ],
      },
    ])
    expect((await list(user, { category_id: '' })).total).toBe(SYSTEM.length + 1)
    const wrong = user.templates.list({ query: { category_id: 'cat_x' as 'cat_call' } })
    expect(await expectRefusal(wrong)).toMatchObject({ httpStatus: 422 })
  })

  it('is in the language of the page', async () => {
    await using server = await templateServer()
    const user = await server.user()
    for (const locale of LOCALES) {
      const { list: items } = await list(user, { kind: 'system', language_os: locale, page_size: 100 })
      const expected = listSystemTemplates(locale).map(({ title: name, content }) => ({ name, content, badgeText: 'EN +9' }))
      expect(items).toMatchObject(expected)
    }
  })
})

describe('the lists', () => {
  it('need a session', async () => {
    await using server = await templateServer()
    const { templates } = createClients(server.url, {})
    const file_id = '0'.repeat(32)
    for (const call of [
      () => templates.daily({ body: {} }),
      () => templates.weekly({ body: {} }),
      () => templates.mine({ body: {} }),
      () => templates.home({ body: {} }),
      () => templates.create({ body: aSubmission }),
      () => templates.edit({ body: { ...aSubmission, template_id: 'x' } }),
      () => templates.remove({ body: { template_id: 'x' } }),
      () => templates.recentlyUsed({ body: {} }),
      () => templates.categories({ query: {} }),
      () => templates.list({ query: {} }),
      () => templates.recommend({ query: { file_id } }),
    ])
      expect(await expectRefusal(call())).toMatchObject({ httpStatus: 401 })
  })
})
