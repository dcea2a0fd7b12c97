import { assert, describe, it } from "@effect/vitest"
import { isSameName } from "@namewright/core/domains"

describe("isSameName", () => {
  it.each([
    ["Ada Lovelace", "ada  LOVELACE "],
    ["Åse Ødegård", "Aase Oedegaard"],
    ["Åse Ødegård", "Ase Odegard"],
    ["Aase Odegard", "Åse Ødegård"],
    ["Bjørn Sæther", "BJORN SAETHER"],
    ["O'Neil (jr.)", "o'neil (JR.)"]
  ])("%s is %s", (holder, signer) => assert.isTrue(isSameName(signer, holder)))

  it.each([
    ["Ada Lovelace", "Ada"],
    ["Ada Lovelace", "Ada Lovelac."],
    ["Åse Ødegård", "Ase Edegard"],
    ["Ada Lovelace", "Lovelace Ada"]
  ])("%s is not %s", (holder, signer) => assert.isFalse(isSameName(signer, holder)))
})
