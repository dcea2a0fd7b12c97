import { importedName, importingPlatformOn } from "./crashingImport.ts"
import type { Customer } from "./DomainsPlatform.ts"
import { transferIn } from "./DomainsPlatform.ts"
import { startedFor, workToStep } from "./workToStep.ts"

/**
 * Process that imports a name without its auth code and kills itself at a step: `node importingProcess.js FILE
 * ORGANIZATION CONTACT STEP`.
 */
const [filename = "", organization_id = "", contact_id = "", step = "0"] = process.argv.slice(2)

const { act, actor } = startedFor()
const owner = { organization_id, contact_id, actor, act } as Customer

await workToStep(
  filename,
  Number(step),
  transferIn(owner, importedName, { auth_code: null }),
  (file, onStep) => importingPlatformOn(file, onStep).platform
)
