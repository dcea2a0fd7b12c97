import type { OperationSamples } from "../platform/operationSamples.ts"

const token = "?token=Bk0wX8yZ1cVd7RfT2gHj4KlM9nPqS5uW3xYzAaBbCcD"

export const samples: OperationSamples = {
  completeContactVerification: { query: token },
  getVerificationContact: { query: token },
  confirmVerification: { query: token },
  openVerificationLink: { query: token },
  submitVerificationLink: { query: token }
}
