import type { OperationSamples } from "../platform/operationSamples.ts"
import { userBody } from "./userBody.ts"

export const samples: OperationSamples = {
  createCredential: { body: { api_key_name: "test" } },
  createUser: { body: userBody("new") },
  updateUser: { body: { first_name: "Ada" } },
  assignUserRole: { body: { role: "viewer" } },
  changeUserRoles: { body: { add: ["viewer"] } },
  createRole: { body: { name: "Sample role", permissions: [] } },
  updateRole: { body: { description: "Changed" } }
}
