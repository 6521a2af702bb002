/** The 22 counties and cities, north to south, then the east and the islands: the value that is sent, and its English. */
export const counties: readonly (readonly [name: string, english: string])[] = [
  ['臺北市', 'Taipei City'],
  ['新北市', 'New Taipei City'],
  ['基隆市', 'Keelung City'],
  ['桃園市', 'Taoyuan City'],
  ['新竹市', 'Hsinchu City'],
  ['新竹縣', 'Hsinchu County'],
  ['苗栗縣', 'Miaoli County'],
  ['臺中市', 'Taichung City'],
  ['彰化縣', 'Changhua County'],
  ['南投縣', 'Nantou County'],
  ['雲林縣', 'Yunlin County'],
  ['嘉義市', 'Chiayi City'],
  ['嘉義縣', 'Chiayi County'],
  ['臺南市', 'Tainan City'],
  ['高雄市', 'Kaohsiung City'],
  ['屏東縣', 'Pingtung County'],
  ['宜蘭縣', 'Yilan County'],
  ['花蓮縣', 'Hualien County'],
  ['臺東縣', 'Taitung County'],
  ['澎湖縣', 'Penghu County'],
  ['金門縣', 'Kinmen County'],
  ['連江縣', 'Lienchiang County'],
]

export const isCounty = (name: string): boolean => counties.some(([each]) => each === name)
