import { describe, expect, it } from 'vitest'
import { createTestRouter } from '#test/screens/createTestRouter.ts'
import { getAppLocation } from './appLocation.ts'

describe('the location in the app', () => {
  it.each([
    ['/', { page: 'home', fileId: undefined, list: undefined }],
    ['/home', { page: 'home', fileId: undefined, list: undefined }],
    ['/file-list', { page: 'list', fileId: undefined, list: { categoryId: 'allFiles' } }],
    ['/file-list?categoryId=nonsense', { page: 'list', list: { categoryId: 'allFiles' } }],
    ['/file-list?tagId=7', { page: 'list', list: { tagId: '7' } }],
    ['/member/index', { page: 'member', fileId: undefined, list: undefined }],
    ['/file/ab12', { page: 'file', fileId: 'ab12', list: { categoryId: 'allFiles' } }],
    ['/privacy', { page: undefined, fileId: undefined, list: undefined }],
  ])('at %s', (address, expected) => {
    const { router } = createTestRouter(address)
    const { pathname, search, hash } = router.latestLocation
    expect(getAppLocation(router.matchRoutes(pathname, search).at(-1), hash)).toMatchObject(expected)
  })
})
