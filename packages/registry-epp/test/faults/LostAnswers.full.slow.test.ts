import { blindLossSuite, endedSessionSuite, type Loss, lossSuite } from "./lossSuite.ts"

const losses: ReadonlyArray<Loss> = [
  { title: "2400 for what is not done", fault: { _tag: "Fail", code: 2400, when: "before" }, leaves: "undone" },
  { title: "2400 for what is done all the same", fault: { _tag: "Fail", code: 2400, when: "after" }, leaves: "done" },
  { title: "another command's id", fault: { _tag: "WrongId", clTRID: "NW-somebody-else" }, leaves: "done" },
  { title: "2500 for what is not done", fault: { _tag: "Fail", code: 2500, when: "before" }, leaves: "undone" },
  { title: "2500 for what is done all the same", fault: { _tag: "Fail", code: 2500, when: "after" }, leaves: "done" },
  { title: "an answer without an id", fault: { _tag: "WrongId", clTRID: undefined }, leaves: "answered" },
  { title: "an answer octet by octet", fault: { _tag: "Trickle" }, leaves: "answered" },
  { title: "a frame of no octets", fault: { _tag: "WrongLength", length: 0 }, leaves: "done" },
  { title: "a frame of 2 GiB", fault: { _tag: "WrongLength", length: 0x7fff_ffff }, leaves: "done" },
  { title: "an answer that is no EPP", fault: { _tag: "Garbage", document: "<html>Sorry</html>" }, leaves: "done" }
]

for (const loss of losses) lossSuite(loss)
blindLossSuite("before")
endedSessionSuite(2501)
