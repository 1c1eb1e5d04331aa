// For the row start-to-tenth-reply: Node 22.1 and later keep the compiled code for the next start.
import module from 'node:module'

module.enableCompileCache?.()
