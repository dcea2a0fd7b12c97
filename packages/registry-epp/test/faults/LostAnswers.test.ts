import { blindLossSuite, endedSessionSuite, type Loss, lossSuite } from "./lossSuite.ts"

// The other losses are among the slow tests.
const losses: ReadonlyArray<Loss> = [
  { title: "a cut before the server does it", fault: { _tag: "Cut", when: "before" }, leaves: "undone" },
  { title: "a cut after the server has done it", fault: { _tag: "Cut", when: "after" }, leaves: "done" }
]

for (const loss of losses) lossSuite(loss)

blindLossSuite("after")
endedSessionSuite(2502)
