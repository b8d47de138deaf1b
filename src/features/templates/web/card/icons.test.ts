import { expect, it } from 'vitest'
import { SYSTEM_TEMPLATES } from '../../system/catalogue.ts'
import { ICONS } from './icons.ts'

it('every system template has an icon that the page knows', () => {
  expect(SYSTEM_TEMPLATES.filter(({ icon }) => !(icon in ICONS)).map(({ id }) => id)).toEqual([])
})
