import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { maxTemplates } from '#features/templates/rules.ts'
import { templates } from '#features/templates/server.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { aSubmission, publishOne, templateServer } from '#test/server/templates.ts'
import { createClients, type User } from '#test/server/user.ts'

const read = (user: User, id: string, query = {}) => user.customTemplates.read({ params: { id }, query })
const submit = async (user: User, change: object = {}) =>
  (await user.templates.create({ body: { ...aSubmission, ...change } })).data
const edit = (user: User, id: string, change: object = {}) =>
  user.templates.edit({ body: { ...aSubmission, ...change, template_id: id } })

describe('a submission (B§4, B§5, B§7)', () => {
  it('waits for review, visible to its author only', async () => {
    await using server = await templateServer()
    const [author, other] = [await server.user('anna'), await server.user('ben')]
    const created = await submit(author)
    expect(created).toMatchObject({
      custom_type: 'community',
      custom_status: 'saveAsTemplate',
      status: 'in_review',
      badgeStatus: 'in_review',
      title: 'Field interview',
      description: aSubmission.description,
      description_long: aSubmission.description,
      author_name: 'anna',
      author_email: 'ines@example.org',
      category: 'Interview',
      is_mine: true,
      version: 1,
      latest_published_version: null,
      badgeText: 'EN',
    })
    expect((await read(author, created.id)).data.waiting_version).toMatchObject({ version: 1, content: aSubmission.content })
    expect(await expectRefusal(read(other, created.id))).toMatchObject({ httpStatus: 404 })
    for (const listed of [
      (await other.templates.home({ body: {} })).data.flatMap(({ data }) => data.map(({ template }) => template.id)),
      (await other.templates.list({ query: { query: 'field' } })).data.list.map(({ id }) => id),
      (await other.templates.daily({ body: {} })).data.map(({ template }) => template.id),
      (await other.templates.weekly({ body: {} })).data.map(({ template }) => template.id),
    ])
      expect(listed).not.toContain(created.id)
    expect((await author.templates.mine({ body: {} })).data).toMatchObject([{ type: 'community', template: { id: created.id } }])
  })

  it('is published as it was reviewed, without the address of the author', async () => {
    await using server = await templateServer()
    const [author, other] = [await server.user('anna'), await server.user('ben')]
    const id = await publishOne(author, author, { author_name: 'Ines Moreau', note_tab_name: 'Themes' })
    const { data } = await read(other, id)
    expect(data).toMatchObject({
      status: 'published',
      badgeStatus: 'published',
      author_name: 'Ines Moreau',
      author_email: '',
      is_mine: false,
      custom_status: '',
      note_tab_name: 'Themes',
      comment: '',
      waiting_version: null,
      latest_published_version: { version: 1, note_tab_name: 'Themes', description_short: aSubmission.description },
    })
    expect(data.sections.map(({ heading }) => heading)).toEqual(['In short', 'Themes'])
  })

  it('of a new version keeps the published one visible until it is reviewed', async () => {
    await using server = await templateServer()
    const [author, other] = [await server.user('anna'), await server.user('ben')]
    const id = await publishOne(author, author)
    const { data: edited } = await edit(author, id, { title: 'Second title' })
    expect(edited).toMatchObject({ status: 'new_in_review', version: 2, title: 'Second title' })
    expect((await read(other, id)).data).toMatchObject({ title: 'Field interview', version: 1, status: 'published' })
    await author.templateReview.reject({ body: { template_id: id, version: 2, comment: 'The title says too little.' } })
    expect((await read(author, id)).data).toMatchObject({ status: 'published', comment: 'The title says too little.' })
    expect((await read(other, id)).data).toMatchObject({ title: 'Field interview', comment: '' })
    await edit(author, id, { title: 'Third title' })
    await author.templateReview.publish({ body: { template_id: id, version: 3 } })
    expect((await read(other, id)).data).toMatchObject({ title: 'Third title', version: 3 })
    expect((await read(author, id)).data.comment).toBe('')
  })

  it('that was taken down comes back only after a review', async () => {
    await using server = await templateServer()
    const [author, other] = [await server.user('anna'), await server.user('ben')]
    const id = await publishOne(author, author)
    await author.templateReview.reject({ body: { template_id: id, version: 1, comment: 'Not yours.' } })
    expect(await expectRefusal(read(other, id))).toMatchObject({ httpStatus: 404 })
    expect((await read(author, id)).data).toMatchObject({ status: 'unavailable', latest_published_version: null })
    await edit(author, id)
    await author.templateReview.reject({ body: { template_id: id, version: 2, comment: 'Still not.' } })
    expect((await read(author, id)).data.status).toBe('rejected')
    expect(await expectRefusal(read(other, id))).toMatchObject({ httpStatus: 404 })
    const again = author.templateReview.publish({ body: { template_id: id, version: 2 } })
    expect(await expectRefusal(again)).toMatchObject({ status: -3, refusal: 'cannotReview' })
  })

  it.each([
    ['tooShort', { content: 'Short.' }, -20],
    ['hasLink', { content: `${aSubmission.content} https://example.org` }, -21],
    ['hasImage', { content: `${aSubmission.content} ![](a)` }, -22],
    ['hasMarkup', { description: '<b>bold</b>' }, -23],
    ['hasControlCharacters', { content: `${aSubmission.content}\u202e` }, -24],
    ['hasFence', { author_name: '<|system|>' }, -25],
  ] as const)('is refused when it %s, also as a new version', async (refusal, change, status) => {
    await using server = await templateServer()
    const author = await server.user()
    const { id } = await submit(author)
    expect(await expectRefusal(submit(author, change))).toMatchObject({ status, refusal })
    expect(await expectRefusal(edit(author, id, change))).toMatchObject({ status, refusal })
  })

  it.each([
    [{ description: ' ' }, 'A template of the community needs a description.'],
    [{ description: 'x'.repeat(101) }, 'A description has 100 characters at most.'],
    [{ author_email: 'ines' }, 'This is not an e-mail address.'],
    [{ author_email: '' }, 'This is not an e-mail address.'],
    [{ category: 'cat_other' }, undefined],
  ])('with %j is invalid (B§5)', async (change, message) => {
    await using server = await templateServer()
    const author = await server.user()
    const call = submit(author, change)
    expect(await expectRefusal(call)).toMatchObject({ httpStatus: 422, ...(message && { message }) })
  })

  it('needs an address that reaches the author; a relay address counts as none (B§5)', async () => {
    await using server = await templateServer()
    const author = await server.user()
    const { id } = await submit(author)
    const author_email = 'apple-4711@relay.invalid'
    for (const call of [() => submit(author, { author_email }), () => edit(author, id, { author_email })])
      expect(await expectRefusal(call())).toMatchObject({ httpStatus: 422, message: 'Enter an address that can receive mail.' })
    const mine = await author.templates.mine({ body: {} })
    expect(mine).toMatchObject({ total_nums: 1, author_email: aSubmission.author_email })
  })

  it('remembers the address of the author (B§5)', async () => {
    await using server = await templateServer()
    const author = await server.user()
    const mine = () => author.templates.mine({ body: {} })
    expect(await mine()).toMatchObject({ author_email: 'anna@example.org', author_name: 'anna' })
    await submit(author, { author_email: 'INES@example.org', author_name: 'Ines' })
    expect(await mine()).toMatchObject({ author_email: 'ines@example.org', author_name: 'Ines' })
  })

  it('is refused with -1 without the right and with -2 above the limit (B§6)', async () => {
    await using server = await templateServer()
    const author = await server.user()
    const { id } = await submit(author)
    const { community: max } = maxTemplates('pro')
    await executeSql(
      server.ctx.db,
      `insert into template (user_id, template_id, status, author_email, author_name, comment, latest_version, created_at)
       select user_id, 't' || n, status, author_email, author_name, comment, latest_version, created_at
       from template, generate_series(2, $1) n`,
      [max],
    )
    expect(await expectRefusal(submit(author))).toMatchObject({ status: -2, refusal: 'tooMany' })
    await setMembershipTier(server, author.id, 'starter')
    expect(await expectRefusal(submit(author))).toMatchObject({ status: -1, refusal: 'noPermission' })
    expect(await expectRefusal(edit(author, id))).toMatchObject({ status: -1, refusal: 'noPermission' })
    await author.templates.remove({ body: { template_id: id } })
  })

  it('of another account can be neither edited nor deleted, published or not', async () => {
    await using server = await templateServer()
    const [author, other] = [await server.user('anna'), await server.user('ben')]
    const ids = [await publishOne(author, author), (await submit(author)).id]
    for (const id of ids) {
      expect(await expectRefusal(edit(other, id, { title: 'Mine' }))).toMatchObject({ httpStatus: 404 })
      expect(await expectRefusal(other.templates.remove({ body: { template_id: id } }))).toMatchObject({ httpStatus: 404 })
      expect((await read(author, id)).data.title).toBe('Field interview')
    }
  })

  it('goes with its author, like their uses; it is in the download of personal data before', async () => {
    await using server = await templateServer()
    const [operator, author] = [await server.user('anna'), await server.user('ben')]
    const id = await publishOne(operator, author)
    expect(await templates.personalData!(server.ctx, author.id)).toMatchObject({
      community_templates: [
        { id, status: 'published', author_email: 'ines@example.org', versions: [{ content: aSubmission.content }] },
      ],
    })
    await executeSql(server.ctx.db, 'delete from account where user_id = $1', [author.id])
    expect(await expectRefusal(read(operator, id))).toMatchObject({ httpStatus: 404 })
    expect((await executeSql(server.ctx.db, 'select 1 from template_version')).rows).toEqual([])
  })
})

describe('the review', () => {
  it('lists what waits, oldest first, with all texts', async () => {
    await using server = await templateServer()
    const [operator, author] = [await server.user('anna'), await server.user('ben')]
    const first = await submit(author, { title: 'First' })
    server.clock.advance(1000)
    await submit(author, { title: 'Second' })
    const { data } = await operator.templateReview.list({ query: {} })
    expect(data.map(({ title }) => title)).toEqual(['First', 'Second'])
    expect(data[0]).toMatchObject({ author_email: 'ines@example.org', waiting_version: { version: 1 }, is_mine: false })
    expect(await operator.templates.home({ body: {} })).toMatchObject({ is_reviewer: true, review_total_nums: 2 })
    await operator.templateReview.reject({ body: { template_id: first.id, version: 1, comment: 'Say more.' } })
    expect((await operator.templateReview.list({ query: { status: 'rejected' } })).data).toMatchObject([{ comment: 'Say more.' }])
    expect((await author.templates.home({ body: {} })).review_total_nums).toBe(0)
  })

  it('decides only about the version that was read', async () => {
    await using server = await templateServer()
    const operator = await server.user()
    const { id } = await submit(operator)
    await edit(operator, id)
    for (const call of [
      () => operator.templateReview.publish({ body: { template_id: id, version: 1 } }),
      () => operator.templateReview.reject({ body: { template_id: id, version: 1, comment: 'No.' } }),
    ])
      expect(await expectRefusal(call())).toMatchObject({ status: -3, refusal: 'cannotReview' })
    const unknown = operator.templateReview.publish({ body: { template_id: 'x', version: 1 } })
    expect(await expectRefusal(unknown)).toMatchObject({ httpStatus: 404 })
    const withoutComment = operator.templateReview.reject({ body: { template_id: id, version: 2, comment: ' ' } })
    expect(await expectRefusal(withoutComment)).toMatchObject({ httpStatus: 422 })
  })

  it('publishes one of two concurrent decisions', async () => {
    await using server = await templateServer()
    const operator = await server.user()
    const { id } = await submit(operator)
    const body = { template_id: id, version: 1 }
    const decisions = await Promise.allSettled([
      operator.templateReview.publish({ body }),
      operator.templateReview.publish({ body }),
      operator.templateReview.publish({ body }),
    ])
    expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is open to the operator and the accounts the operator names, and to no others', async () => {
    await using server = await templateServer()
    const [operator, reviewer, other] = [await server.user('anna'), await server.user('ben'), await server.user('carla')]
    const { id } = await submit(other)
    const body = { template_id: id, version: 1 }
    const calls = (user: User) => [
      () => user.templateReview.list({ query: {} }),
      () => user.templateReview.reject({ body: { ...body, comment: 'No.' } }),
      () => user.templateReview.publish({ body }),
    ]
    for (const call of [...calls(reviewer), ...calls(other)])
      expect(await expectRefusal(call())).toMatchObject({ status: -4032, refusal: 'notReviewer' })
    const { data: added } = await operator.templateReview.addReviewer({ body: { email: 'Ben@example.org' } })
    expect(added).toEqual({ user_id: reviewer.id, email: 'ben@example.org', nickname: 'ben' })
    await operator.templateReview.addReviewer({ body: { email: 'ben@example.org' } })
    expect((await operator.templateReview.reviewers({})).data).toEqual([added])
    await reviewer.templateReview.publish({ body })
    await operator.templateReview.removeReviewer({ params: { id: reviewer.id } })
    expect(await expectRefusal(reviewer.templateReview.list({ query: {} }))).toMatchObject({ refusal: 'notReviewer' })
    const again = operator.templateReview.removeReviewer({ params: { id: reviewer.id } })
    expect(await expectRefusal(again)).toMatchObject({ httpStatus: 404 })
  })

  it('has reviewers that only the operator names', async () => {
    await using server = await templateServer()
    const [operator, other] = [await server.user('anna'), await server.user('ben')]
    const adding = other.templateReview.addReviewer({ body: { email: 'ben@example.org' } })
    expect(await expectRefusal(adding)).toMatchObject({ status: -4031, refusal: 'notOperator' })
    expect(await expectRefusal(other.templateReview.reviewers({}))).toMatchObject({ refusal: 'notOperator' })
    const removing = other.templateReview.removeReviewer({ params: { id: operator.id } })
    expect(await expectRefusal(removing)).toMatchObject({ httpStatus: 404 })
    const unknown = operator.templateReview.addReviewer({ body: { email: 'nobody@example.org' } })
    expect(await expectRefusal(unknown)).toMatchObject({ status: -2, refusal: 'noAccount' })
  })

  it('needs a session', async () => {
    await using server = await templateServer()
    const { templateReview } = createClients(server.url, {})
    const body = { template_id: 'x', version: 1 }
    for (const call of [
      () => templateReview.list({ query: {} }),
      () => templateReview.publish({ body }),
      () => templateReview.reject({ body: { ...body, comment: 'No.' } }),
      () => templateReview.reviewers({}),
      () => templateReview.addReviewer({ body: { email: 'ben@example.org' } }),
      () => templateReview.removeReviewer({ params: { id: 'x' } }),
    ])
      expect(await expectRefusal(call())).toMatchObject({ httpStatus: 401 })
  })
})
