import { afterEach, expect, it } from 'vitest'
import { forgetToken, keepToken } from '#ui/token.ts'
import { keepListBeside, listBeside } from './listBeside.ts'

const signIn = (sub: string) => keepToken(`h.${btoa(JSON.stringify({ sub }))}.s`)

afterEach(() => {
  forgetToken()
  sessionStorage.clear()
})

it('returns the stored list of the signed-in user, not that of another user of this tab', () => {
  signIn('lena')
  keepListBeside({ tagId: 'lenas-folder' })
  expect(listBeside()).toEqual({ tagId: 'lenas-folder' })
  signIn('otto')
  expect(listBeside()).toEqual({})
  signIn('lena')
  expect(listBeside()).toEqual({ tagId: 'lenas-folder' })
})
