import { APOSTROPHE, BACKTICK, QUOTE } from '../segment/characters.ts'

const DOUBLE_LEFT = 0x201c
const DOUBLE_RIGHT = 0x201d
const DOUBLE_LOW = 0x201e
const SINGLE_LEFT = 0x2018
const SINGLE_RIGHT = 0x2019
const ACUTE = 0xb4
const ANGLE_LEFT = 0xab
const ANGLE_RIGHT = 0xbb

/** Says whether a string may begin with this character. */
export function isQuote(code: number): boolean {
  if (code === QUOTE || code === APOSTROPHE || code === BACKTICK) return true
  return code > 127 && (isDouble(code) || isSingle(code))
}

function isDouble(code: number): boolean {
  return code === DOUBLE_LEFT || code === DOUBLE_RIGHT || code === DOUBLE_LOW || code === ANGLE_LEFT
}

function isSingle(code: number): boolean {
  return code === SINGLE_LEFT || code === SINGLE_RIGHT || code === ACUTE
}

/** Says whether a string begun with one quote may end with another. */
export function closes(opened: number, code: number): boolean {
  if (code === opened) return true
  if (opened === QUOTE || opened === APOSTROPHE) return false
  if (opened === BACKTICK) return code === APOSTROPHE || code === ACUTE
  if (opened === ANGLE_LEFT) return code === ANGLE_RIGHT
  if (isDouble(opened)) return isDouble(code) || code === QUOTE
  return isSingle(code) || code === APOSTROPHE || code === BACKTICK
}
