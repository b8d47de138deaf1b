import type { Page, Route } from 'playwright-core'
import { paths } from '#shared/paths.ts'
import { minutes } from '#shared/units.ts'
import type { FoundRecording, SearchMoment, SearchResult } from '#features/search/contract.ts'
import { type PictureContext, type Screen, openAddress } from './Screen.ts'

const QUERY = '"before the rains" kasesse'

/** The search page with results, during playback, and in its other states; the palette and the list, which also search. */
export const SEARCH_SCREENS: readonly Screen[] = [
  {
    name: 'search-results',
    open: async (page, context) => {
      await openSearch(page, context, { q: QUERY, from: '2026-09-01', to: '2026-11-30', language: 'en' })
      await page.locator('a[data-result]').nth(3).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
      await page.locator('[data-moment]').first().waitFor({ state: 'attached' })
    },
  },
  {
    name: 'search-recent',
    open: async (page, context) => {
      await openSearch(page, context, {})
      for (const query of ['kampala', '"before the rains"', 'budget -draft']) {
        await page.keyboard.type(query)
        await page.keyboard.press('Enter')
        await page.keyboard.press('Escape')
      }
      await page.locator('main section button').first().waitFor()
    },
  },
  {
    name: 'search-nothing',
    open: async (page, context) => {
      await openSearch(page, context, { q: 'nothing such', language: 'de' })
      await page.locator('main p').filter({ hasText: 'nothing such' }).waitFor()
    },
  },
  {
    name: 'search-filter',
    open: async (page, context) => {
      await openSearch(page, context, { q: 'rains' })
      await page.locator('main [role=group] button').nth(2).click()
      await page.getByRole('menuitemcheckbox').first().waitFor()
    },
  },
  {
    name: 'search-palette',
    open: async (page, context) => {
      await openSearch(page, context, {}, paths.home())
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox').waitFor()
      await page.keyboard.type('rain')
      await page.locator('[role=option] mark').nth(1).waitFor()
    },
  },
  {
    name: 'search-list',
    open: async (page, context) => {
      await openSearch(page, context, {}, paths.fileList({ categoryId: 'allFiles' }))
      await page.locator('[data-row]').first().waitFor()
      await page.locator('main input[type=search]').focus()
      await page.keyboard.type('review')
      await page.locator('main a[href*="/search?q=review"]').waitFor()
    },
  },
]

/** Opens a page with mocked search results, so that every picture shows the same moments. */
async function openSearch(
  page: Page,
  context: PictureContext,
  query: Parameters<typeof paths.search>[0],
  address = paths.search(query),
): Promise<void> {
  const folders = page.waitForResponse((response) => /\/filetag\/?$/.test(new URL(response.url()).pathname))
  const search = async (route: Route): Promise<void> => {
    const body = route.request().postDataJSON() as { query: string }
    const { data_filetag_list: list } = (await (await folders).json()) as { data_filetag_list: { id: string }[] }
    const data = createResult(
      body.query,
      context.fileId,
      list.map(({ id }) => id),
    )
    await route.fulfill({ json: { request_id: 'picture', status: 0, msg: 'success', data } })
  }
  await page.route('**/api/search/recordings', search)
  await openAddress(page, context, address)
  await page.locator('main').waitFor()
}

function createResult(query: string, fileId: string, folderIds: readonly string[]): SearchResult {
  const recordings = /rain|review/.test(query) ? createRecordings(fileId, folderIds) : []
  const isMisspelt = query.includes('kasesse')
  return {
    total_moments: recordings.length * 3 - 2,
    has_more_moments: false,
    total_recordings: recordings.length,
    took_ms: 38,
    words: ['before the rains'],
    left_out: isMisspelt ? [{ word: 'kasesse', suggestion: 'Kasese' }] : [],
    suggestion: isMisspelt ? '“before the rains” Kasese' : null,
    recordings,
    next: null,
    facets: {
      speakers: ['Lena Brandt', 'Dr. Okafor', 'James Mugisha', 'Anna Reyes'].map((value) => ({ value, recordings: 3 })),
      languages: [{ value: 'en', recordings: 7 }],
      sources: [{ value: 'web', recordings: 7 }],
    },
    not_indexed: 0,
  }
}

function createRecordings(fileId: string, folderIds: readonly string[]): FoundRecording[] {
  const [research = '', standUps = ''] = folderIds
  return [
    recording(fileId, 'Interview with Dr. Okafor', research, 6, [
      moment(
        'So I can say forty [before the rains] begin, in two waves of twenty, and I would not have said it in May.',
        14,
        'Dr. Okafor',
      ),
      moment(
        'If the drivers are paid, the boats arrive [before the rains]. If not, we wait until June, and by June the nurses have found work in Kampala.',
        32,
        'Dr. Okafor',
      ),
      { ...moment('Forty clinics [before the rains], in two waves of twenty.', 0), kind: 'summary', start_ms: null },
    ]),
    recording('b'.repeat(32), 'Budget call with the ministry', research, 2, [
      moment('The ministry can release the money [before the rains], but only against receipts.', 200, 'James Mugisha'),
      moment('So the drivers sign in February, [before the rains], not after.', 1127, 'Lena Brandt'),
    ]),
    recording('c'.repeat(32), 'Podcast, rough cut two, with a very long name that nobody has shortened yet', standUps, 2, [
      moment('They drew the map [before the rains], and by April half of it was river.', 4120, 'Anna Reyes'),
      {
        ...moment('When the wet season starts, every road north of here is closed for weeks.', 4410, 'Anna Reyes'),
        by_meaning: true,
        marks: [],
      },
    ]),
    recording('d'.repeat(32), 'Voice memo 11', undefined, 1, [
      {
        ...moment('Ask again [before the rains]: has the road been graded?', 0),
        kind: 'note',
        start_ms: null,
        note_name: 'Questions',
      },
    ]),
  ]
}

function recording(
  file_id: string,
  filename: string,
  folder: string | undefined,
  moments_total: number,
  moments: SearchMoment[],
): FoundRecording {
  const [start_time, source, language] = [1_795_252_320, 'web', 'en']
  const folder_ids = folder === undefined ? [] : [folder]
  return {
    file_id,
    filename,
    title_marks: [],
    start_time,
    duration: minutes(48),
    folder_ids,
    source,
    language,
    moments_total,
    moments,
  }
}

/** Text in square brackets is highlighted. */
function moment(markedText: string, second: number, speaker: string | null = null): SearchMoment {
  const [from, to] = [markedText.indexOf('['), markedText.indexOf(']') - 1]
  return {
    kind: 'transcript',
    start_ms: second * 1000,
    end_ms: second * 1000 + 5000,
    speaker,
    speaker_index: speaker === null ? null : speaker.length % 3,
    segment_id: String(second),
    note_id: null,
    note_name: '',
    text: markedText.replace(/[[\]]/g, ''),
    marks: [[from, to]],
    by_meaning: false,
    is_cut_before: false,
    is_cut_after: false,
  }
}
