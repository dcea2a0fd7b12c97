import { onSqlite } from "./DomainsPlatform.ts"
import { updatedMembersSuite } from "./updatedMembersSuite.ts"
import { updateSuite } from "./updateSuite.ts"

updateSuite("sqlite", onSqlite)
updatedMembersSuite("sqlite", onSqlite)
