import { describe, expect, it } from 'vitest'
import { isWeakPassword } from './isWeakPassword.ts'

const email = 'annamaria@example.org'

describe('a weak password', () => {
  it.each([
    'password',
    'PASSWORD',
    'Password1',
    'password123',
    'P@ssw0rd',
    'p4$$w0rd!',
    'pa$$word',
    'Passw0rd123',
    'letmein123',
    'iloveyou',
    '1l0v3y0u',
    'qwerty123',
    'qwertyuiop',
    'poiuytrewq',
    '1qaz2wsx',
    'asdfghjkl',
    'qwertzuiop',
    'azertyuiop',
    '12345678',
    '87654321',
    '1234567890',
    '0987654321',
    'abcdefgh',
    'zyxwvuts',
    'aaaaaaaa',
    '11111111',
    'abababab',
    'abcabcabc',
    'asdfasdf',
    '12121212',
    'ｐａｓｓｗｏｒｄ',
    'sunshine!',
    'Summer2026',
    'Welcome1!',
    'trustno1',
    'correcthorsebatterystaple',
    'correct-horse-battery-staple',
    'annamaria',
    'annamaria1',
    'Ann4mari@!',
    'annamaria@example.org',
    'earshot1',
    'Earshot2026',
    '!!earshot!!',
    'woaini1314',
    'motdepasse',
    'passwort1',
    'iloveyou 1',
  ])('is: %s', async (password) => {
    expect(await isWeakPassword(password, email)).toBe(true)
  })

  it.each([
    'correct horse',
    'wrong horse',
    'tea at four, again',
    'Xk3-vvT9q',
    'nine purple bicycles',
    'annamaria likes tea',
    'earshot is on my desk',
    'Grüße aus Wien',
    '日本語のパスワード',
    '8f3kd02m',
    'z9!Lq0@w',
  ])('is not: %s', async (password) => {
    expect(await isWeakPassword(password, email)).toBe(false)
  })

  it('does not include passwords with a short local part of the address', async () => {
    expect(await isWeakPassword('the cat sat', 'at@example.org')).toBe(false)
  })
})
