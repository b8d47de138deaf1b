import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { maxTemplates } from '#features/templates/rules.ts'
import { listLockedTemplates, templates } from '#features/templates/server.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { aSubmission, publishOne, templateServer } from '#test/server/templates.ts'
import { createClients, type User } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'

const body = { name: ' My  notes ', content: '# In short\r\nThree sentences.\u0007', icon: 'quote', icon_color: 'purple' }
const read = (user: User, id: string, query = {}) => user.customTemplates.read({ params: { id }, query })

describe('own templates (B§3, B§5, B§6, B§7)', () => {
  it('are saved, listed, changed and deleted, with every field of B§3', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const { data: created } = await user.customTemplates.create({ body: { ...body, category: 'cat_legal', language_os: 'fr' } })
    expect(created).toMatchObject({
      type: created.id,
      template_id: created.id,
      custom_type: 'custom',
      custom_status: 'saveAsTemplate',
      calc_type: 'NEW',
      name: 'My  notes',
      title: 'My  notes',
      content: '# In short\nThree sentences.',
      pre_markdown: '',
      category: 'Legal',
      category_name: 'Legal',
      category_id: 'cat_legal',
      icon: 'quote',
      iconName: 'quote',
      iconColor: 'purple',
      icon_color: 'purple',
      usageCount: 0,
      usage_count: 0,
      authorName: 'anna',
      author_name: 'anna',
      is_locked: 0,
      is_mine: true,
      badgeText: 'FR',
      badgeStatus: 'private',
      status: '',
      comment: '',
      createdAt: server.clock.now().getTime() / 1000,
      language: 'fr_FR',
      languages: ['fr_FR'],
      translation: 'none',
    })
    expect(await user.customTemplates.list({ query: {} })).toMatchObject({ data: [created], max: maxTemplates('pro').custom })
    const changed = await user.customTemplates.change({
      params: { id: created.id },
      body: { content: 'New', category: 'cat_call' },
    })
    expect(changed.data).toEqual({
      ...created,
      content: 'New',
      category: 'Call',
      category_name: 'Call',
      category_id: 'cat_call',
      version: 2,
    })
    expect((await user.templates.mine({ body: {} })).data.map(({ type }) => type)).toEqual(['custom'])
    await user.customTemplates.remove({ params: { id: created.id } })
    expect((await user.customTemplates.list({ query: {} })).data).toEqual([])
  })

  it('are read in full, with their sections', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const { data } = await user.customTemplates.create({ body: { name: 'A', content: 'Be plain.\n# One\nFirst.\n# Two' } })
    expect((await read(user, data.id)).data).toMatchObject({
      preamble: 'Be plain.',
      sections: [
        { heading: 'One', instruction: 'First.' },
        { heading: 'Two', instruction: '' },
      ],
      waiting_version: null,
      origin: null,
    })
  })

  it.each([
    [{ ...body, name: ' ' }, 'A template needs a name.'],
    [{ ...body, name: 'x'.repeat(256) }, 'A name has 255 characters at most.'],
    [{ ...body, content: ' \n' }, 'A template needs instructions.'],
    [{ ...body, content: 'x'.repeat(5001) }, 'Instructions have 5000 characters at most.'],
    [{ ...body, icon_color: 'url(x)' }, 'A colour is a name, or # and six hexadecimal digits.'],
    [{ ...body, icon: '../x' }, 'An icon is letters, digits, _ and -.'],
  ])('refuses %j with %s (B§5)', async (wrong, message) => {
    await using server = await templateServer()
    const user = await server.user()
    expect(await expectRefusal(user.customTemplates.create({ body: wrong }))).toMatchObject({ httpStatus: 422, message })
  })

  it('accept a name of 255 characters and instructions of 5000 (B§9)', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const longest = { name: 'x'.repeat(255), content: '漢'.repeat(5000) }
    expect((await user.customTemplates.create({ body: longest })).data).toMatchObject(longest)
  })

  it('are refused with -1 without the right, and stay readable and deletable', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const { data } = await user.customTemplates.create({ body })
    await setMembershipTier(server, user.id, 'starter')
    const params = { id: data.id }
    for (const call of [
      () => user.customTemplates.create({ body }),
      () => user.customTemplates.change({ params, body: { name: 'New' } }),
      () => user.customTemplates.copy({ body: { template_id: 'MEETING' } }),
    ])
      expect(await expectRefusal(call())).toMatchObject({ status: -1, refusal: 'noPermission' })
    expect(await user.customTemplates.list({ query: {} })).toMatchObject({
      data: [{ id: data.id, name: 'My  notes', is_locked: 1 }],
      max: 0,
    })
    await user.customTemplates.remove({ params })
  })

  it('are refused with -2 above the limit of the plan, also concurrently (B§6)', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const { custom: max } = maxTemplates('pro')
    await user.customTemplates.create({ body })
    await executeSql(
      server.ctx.db,
      `insert into template (user_id, template_id, status, author_email, author_name, comment, latest_version, created_at)
       select user_id, 't' || n, status, '', '', '', 1, created_at from template, generate_series(2, $1 - 2) n`,
      [max],
    )
    const saves = await Promise.allSettled(Array.from({ length: 5 }, () => user.customTemplates.create({ body })))
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const error = await expectRefusal(user.customTemplates.copy({ body: { template_id: 'MEETING' } }))
    expect(error).toMatchObject({ status: -2, refusal: 'tooMany', message: expect.stringContaining(`${max}`) as string })
  })

  it('of another account are not found', async () => {
    await using server = await templateServer()
    const [owner, other] = [await server.user('anna'), await server.user('ben')]
    const { data } = await owner.customTemplates.create({ body })
    const params = { id: data.id }
    for (const call of [
      () => read(other, data.id),
      () => other.customTemplates.change({ params, body: { name: 'Mine' } }),
      () => other.customTemplates.remove({ params }),
      () => other.customTemplates.copy({ body: { template_id: data.id } }),
    ])
      expect(await expectRefusal(call())).toMatchObject({ httpStatus: 404 })
    const list = await other.templates.list({ query: { has_custom: 'true', selected_template: data.id } })
    expect(list.data).toMatchObject({ selected: null })
    expect(list.data.list.some(({ id }) => id === data.id)).toBe(false)
    expect((await read(owner, data.id)).data.name).toBe('My  notes')
  })

  it('need a session', async () => {
    await using server = await templateServer()
    const { customTemplates } = createClients(server.url, {})
    const params = { id: 'MEETING' }
    for (const call of [
      () => customTemplates.list({ query: {} }),
      () => customTemplates.create({ body }),
      () => customTemplates.copy({ body: { template_id: 'MEETING' } }),
      () => customTemplates.change({ params, body: {} }),
      () => customTemplates.remove({ params }),
      () => customTemplates.read({ params, query: {} }),
    ])
      expect(await expectRefusal(call())).toMatchObject({ httpStatus: 401 })
  })

  it('are in the download of personal data, and go with the account', async () => {
    await using server = await templateServer()
    const user = await server.user()
    await user.customTemplates.create({ body })
    expect(await templates.personalData!(server.ctx, user.id)).toMatchObject({
      custom_templates: [{ versions: [{ title: 'My  notes', content: '# In short\nThree sentences.' }] }],
      community_templates: [],
      template_uses: [],
    })
    await executeSql(server.ctx.db, 'delete from account where user_id = $1', [user.id])
    const { rows } = await executeSql(server.ctx.db, 'select 1 from template')
    expect(rows).toEqual([])
  })
})

describe('a copy (B§4 Personalize)', () => {
  it('of a system template is in the language of the page', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const { data: original } = await read(user, 'MEETING', { language_os: 'de_DE' })
    const { data } = await user.customTemplates.copy({ body: { template_id: 'MEETING', language_os: 'de_DE' } })
    expect(data).toMatchObject({ custom_type: 'custom', name: original.name, content: original.content, language: 'de_DE' })
    expect((await read(user, data.id)).data.origin).toMatchObject({ template_id: 'MEETING', has_newer: false })
  })

  it('of a locked template is refused with -13 (B§6)', async () => {
    await using server = await testServer()
    const user = await server.user()
    const [id = ''] = listLockedTemplates()
    expect(await expectRefusal(user.customTemplates.copy({ body: { template_id: id } }))).toMatchObject({ status: -13 })
    expect((await read(user, id)).data).toMatchObject({ is_locked: 1, is_pro: true, badgeStatus: 'locked' })
    await setMembershipTier(server, user.id, 'pro')
    expect((await read(user, id)).data).toMatchObject({ is_locked: 0, is_pro: true, badgeStatus: 'official' })
    await user.customTemplates.copy({ body: { template_id: id } })
  })

  it('of a community template stays at its version, and says when there is a newer one', async () => {
    await using server = await templateServer()
    const [author, reader] = [await server.user('anna'), await server.user('ben')]
    const id = await publishOne(author, author)
    const { data: copy } = await reader.customTemplates.copy({ body: { template_id: id } })
    expect(copy).toMatchObject({ name: aSubmission.title, content: aSubmission.content, category_id: 'cat_interview' })
    const content = '# Changed\nThe second version of the instructions.'
    const { data } = await author.templates.edit({ body: { ...aSubmission, content, template_id: id } })
    const origin = async () => (await read(reader, copy.id)).data.origin
    expect(await origin()).toMatchObject({ template_id: id, version: 1, has_newer: false })
    await author.templateReview.publish({ body: { template_id: id, version: data.version } })
    expect(await origin()).toMatchObject({ version: 1, has_newer: true })
    await author.templates.remove({ body: { template_id: id } })
    expect((await read(reader, copy.id)).data).toMatchObject({ content: aSubmission.content, origin: { has_newer: false } })
  })

  it('of a community template needs the right, and there is none of the automatic choice', async () => {
    await using server = await templateServer()
    const [author, reader] = [await server.user('anna'), await server.user('ben')]
    const id = await publishOne(author, author)
    await setMembershipTier(server, reader.id, 'starter')
    expect((await read(reader, id)).data).toMatchObject({ is_locked: 1, is_pro: false, badgeStatus: 'published' })
    expect(await expectRefusal(reader.customTemplates.copy({ body: { template_id: id } }))).toMatchObject({ status: -13 })
    const automatic = reader.customTemplates.copy({ body: { template_id: 'AUTO-SELECT' } })
    expect(await expectRefusal(automatic)).toMatchObject({ httpStatus: 404 })
  })
})
