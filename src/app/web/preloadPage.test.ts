import { expect, it, vi } from 'vitest'
import { getChunkLoaders } from './preloadPage.ts'

vi.mock('./layout/MainLayout.tsx', () => ({ MainLayout: () => null }))
vi.mock('./layout/panes/FilesLayout.tsx', () => ({ FilesLayout: () => null }))
vi.mock('./pages/HomePage.tsx', () => ({ HomePage: () => null }))
vi.mock('./pages/FileListPage.tsx', () => ({ FileListPage: () => null }))
vi.mock('./pages/FilePage.tsx', () => ({ FilePage: () => null }))
vi.mock('./pages/LoginPage.tsx', () => ({ LoginPage: () => null }))

it.each([
  ['/', true, ['MainLayout', 'HomePage']],
  ['/home', true, ['MainLayout', 'HomePage']],
  ['/file-list', true, ['MainLayout', 'FilesLayout', 'FileListPage']],
  ['/file/ab12', true, ['MainLayout', 'FilesLayout', 'FilePage']],
  ['/search', true, []],
  ['/file/ab12', false, ['LoginPage']],
])('loads the chunks of the page %s and of its layout (signed in: %s)', async (path, isSignedIn, names) => {
  const loadedModules = await Promise.all(getChunkLoaders(path, isSignedIn).map((load) => load()))
  expect(loadedModules.flatMap((module) => Object.keys(module as object))).toEqual(names)
})
