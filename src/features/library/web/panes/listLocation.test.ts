import { afterEach, expect, it } from 'vitest'
import { clearToken, saveToken } from '#browser/session/token.ts'
import { setLastList, getLastList } from './listLocation.ts'

const signInAs = (sub: string) => saveToken(`h.${btoa(JSON.stringify({ sub }))}.s`)

afterEach(() => {
  clearToken()
  sessionStorage.clear()
})

it('returns the stored list of the signed-in user, not that of another user of this tab', () => {
  signInAs('lena')
  setLastList({ tagId: 'lenas-folder' })
  expect(getLastList()).toEqual({ tagId: 'lenas-folder' })
  signInAs('otto')
  expect(getLastList()).toEqual({})
  signInAs('lena')
  expect(getLastList()).toEqual({ tagId: 'lenas-folder' })
})
