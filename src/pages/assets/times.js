// Shows times in the reader's time zone. Without a script they are in UTC.

const dayStyle = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const clockStyle = (more) =>
  new Intl.DateTimeFormat('en-US', { hourCycle: 'h23', hour: '2-digit', minute: '2-digit', timeZoneName: 'short', ...more })
const clocks = { minute: clockStyle({}), second: clockStyle({ second: '2-digit' }), clock: clockStyle({ second: '2-digit' }) }

const unbroken = (text) => text.replaceAll(' ', '\u00a0')

const inOwnZone = (part) => {
  for (const time of part.querySelectorAll('time[data-time]')) {
    const at = new Date(time.dateTime)
    const style = time.dataset.time
    const text = [style !== 'clock' && dayStyle.format(at), clocks[style]?.format(at)].filter(Boolean).map(unbroken).join(', ')
    if (time.textContent === text) continue
    time.title = `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
    time.textContent = text
  }
}
inOwnZone(document)
