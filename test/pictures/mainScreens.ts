import { paths } from '#kit/paths.ts'
import { type Screen, go } from './Screen.ts'

/** The ten most used screens. */
export const MAIN_SCREENS: readonly Screen[] = [
  { name: 'home', open: async (page, stage) => go(page, stage, paths.home()) },
  { name: 'list', open: async (page, stage) => go(page, stage, paths.fileList({ categoryId: 'allFiles' })) },
  { name: 'summary', open: async (page, stage) => go(page, stage, paths.file(stage.fileId)) },
  {
    name: 'transcript',
    open: async (page, stage) => {
      await go(page, stage, paths.file(stage.fileId))
      await page.getByRole('tab').last().click()
    },
  },
  { name: 'search', open: async (page, stage) => go(page, stage, paths.search({ q: 'review' })) },
  {
    name: 'settings',
    open: async (page, stage) => {
      await go(page, stage, '/?profile=open&pane=profile')
      await page.getByRole('dialog').locator('section h3').first().waitFor()
    },
  },
  { name: 'membership', open: async (page, stage) => go(page, stage, paths.memberIndex()) },
  { name: 'explore', open: async (page, stage) => go(page, stage, paths.explore()) },
  { name: 'privacy', who: 'nobody', open: async (page, stage) => go(page, stage, paths.privacy()) },
  { name: 'sign-in', who: 'nobody', open: async (page, stage) => go(page, stage, paths.login()) },
]
