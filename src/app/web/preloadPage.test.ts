import { expect, it } from 'vitest'
import { createTestRouter } from '#test/screens/createTestRouter.ts'
import { findFirstRoutes } from './preloadPage.ts'

it.each([
  ['/', true, ['/main', '/main/']],
  ['/home', true, ['/main', '/main/home']],
  ['/file-list', true, ['/main', '/main/files', '/main/files/file-list']],
  ['/file/ab12', true, ['/main', '/main/files', '/main/files/file/$id']],
  ['/search', true, ['/main', '/main/search']],
  ['/file/ab12', false, ['/login']],
  ['/privacy', false, ['/public', '/public/privacy']],
])('finds the page %s and its layouts (signed in: %s)', (path, isSignedIn, routeIds) => {
  const { router } = createTestRouter('/')
  expect(findFirstRoutes(router, path, isSignedIn)).toEqual(['__root__', ...routeIds])
})

it.each(['/%', '/file/%E0%A4%A'])('does not fail at the invalid path %s', (path) => {
  expect(() => findFirstRoutes(createTestRouter('/').router, path, true)).not.toThrow()
})
