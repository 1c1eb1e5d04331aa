-- The requests of one run: each takes the next path and the next key, and a body in which {n} is replaced by a number.
-- Arguments: method, body, prefix of the numbers, keys (separated by commas), paths (separated by commas).

local function list(text)
  local found = {}
  for part in text:gmatch('[^,]+') do found[#found + 1] = part end
  return found
end

local heads, before, after, prefix
local n = 0

function init(args)
  local method, body = args[1], args[2]
  local keys, paths = list(args[4]), list(args[5])
  prefix = args[3]
  local place = body:find('{n}', 1, true)
  before = place and body:sub(1, place - 1) or body
  after = place and body:sub(place + 3) or nil
  heads = {}
  for index = 1, math.max(#keys, #paths) do
    heads[index] = method .. ' ' .. paths[(index - 1) % #paths + 1] .. ' HTTP/1.1\r\nhost: ' .. wrk.headers['Host']
      .. '\r\nauthorization: ' .. keys[(index - 1) % #keys + 1] .. '\r\n'
  end
end

function request()
  n = n + 1
  local head = heads[n % #heads + 1]
  if before == '' then return head .. '\r\n' end
  local body = after and before .. prefix .. n .. after or before
  return head .. 'content-type: application/json\r\ncontent-length: ' .. #body .. '\r\n\r\n' .. body
end

function done(summary, latency)
  local failed = summary.errors
  io.write(string.format('{"requests":%d,"refused":%d,"broken":%d,"seconds":%f,"p99Ms":%f}\n', summary.requests,
    failed.status, failed.connect + failed.read + failed.write + failed.timeout, summary.duration / 1e6,
    latency:percentile(99) / 1e3))
end
