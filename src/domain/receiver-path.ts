/** The sandbox's own receiver, for users without a server; webhooks may go to no other path of the sandbox. */
export const receiverPath = '/_sandbox/receiver'
