import { paths } from '#shared/paths.ts'
import { type Screen, openAddress } from './Screen.ts'

/** The ten most used screens. */
export const MAIN_SCREENS: readonly Screen[] = [
  { name: 'home', open: async (page, pictureContext) => openAddress(page, pictureContext, paths.home()) },
  {
    name: 'list',
    open: async (page, pictureContext) => openAddress(page, pictureContext, paths.fileList({ categoryId: 'allFiles' })),
  },
  { name: 'summary', open: async (page, pictureContext) => openAddress(page, pictureContext, paths.file(pictureContext.fileId)) },
  {
    name: 'transcript',
    open: async (page, pictureContext) => {
      await openAddress(page, pictureContext, paths.file(pictureContext.fileId))
      await page.getByRole('tab').last().click()
    },
  },
  { name: 'search', open: async (page, pictureContext) => openAddress(page, pictureContext, paths.search({ q: 'review' })) },
  {
    name: 'settings',
    open: async (page, pictureContext) => {
      await openAddress(page, pictureContext, '/?profile=open&pane=profile')
      await page.getByRole('dialog').locator('section h3').first().waitFor()
    },
  },
  { name: 'membership', open: async (page, pictureContext) => openAddress(page, pictureContext, paths.memberIndex()) },
  { name: 'explore', open: async (page, pictureContext) => openAddress(page, pictureContext, paths.explore()) },
  { name: 'privacy', who: 'visitor', open: async (page, pictureContext) => openAddress(page, pictureContext, paths.privacy()) },
  { name: 'sign-in', who: 'visitor', open: async (page, pictureContext) => openAddress(page, pictureContext, paths.login()) },
]
