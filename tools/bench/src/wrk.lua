-- Sends the requests of a file in turn, one a line: PATH for a GET, PATH <tab> KEY <tab> BODY for a POST. Prints what was
-- measured as JSON. Arguments: the file, and "count" to count the responses by status, which costs the generator time.
local threads = {}
function setup(thread) table.insert(threads, thread) end

function init(args)
  requests, sent, statuses = {}, 0, {}
  for line in io.lines(args[1]) do
    local path, key, body = line:match('^([^\t]+)\t?([^\t]*)\t?(.*)$')
    if body == '' then
      table.insert(requests, wrk.format('GET', path, { ['accept-encoding'] = 'gzip, deflate, br' }))
    else
      table.insert(requests, wrk.format('POST', path, { ['content-type'] = 'application/json', ['idempotency-key'] = key }, body))
    end
  end
  if args[2] == 'count' then
    response = function(status) statuses[status] = (statuses[status] or 0) + 1 end
  end
end

function request()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end

function done(summary, latency)
  local counts = {}
  for status, count in pairs(threads[1]:get('statuses') or {}) do table.insert(counts, string.format('"%d":%d', status, count)) end
  local e = summary.errors
  io.write(string.format('{"requests":%d,"seconds":%f,"failed":%d,"refused":%d,"median":%f,"p95":%f,"statuses":{%s}}\n',
    summary.requests, summary.duration / 1e6, e.connect + e.read + e.write + e.timeout, e.status,
    latency:percentile(50) / 1000, latency:percentile(95) / 1000, table.concat(counts, ',')))
end
