import { expect, it } from 'vitest'
import { SYSTEM_TEMPLATES } from '../../system/catalogue.ts'
import { ICONS } from './icons.ts'
import { TEMPLATE_COLORS } from './TemplateIcon.tsx'

it('every system template has an icon and a colour that the page knows', () => {
  expect(SYSTEM_TEMPLATES.filter(({ icon }) => !(icon in ICONS)).map(({ id }) => id)).toEqual([])
  expect(SYSTEM_TEMPLATES.filter(({ color }) => !TEMPLATE_COLORS.includes(color)).map(({ id }) => id)).toEqual([])
})
