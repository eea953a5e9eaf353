// Cities and countries that businesses put into their names: they tell two businesses apart hardly at all. A table only.

export const cityWords: ReadonlySet<string> = new Set(
  `london manchester birmingham liverpool glasgow edinburgh dublin belfast paris lyon marseille lille berlin hamburg munich muenchen frankfurt cologne
  koeln stuttgart dusseldorf bremen leipzig vienna wien zurich geneva basel bern lugano zug brussels antwerp amsterdam rotterdam hague luxembourg
  madrid barcelona valencia seville lisbon porto rome roma milan milano naples turin genoa athens piraeus thessaloniki nicosia limassol larnaca valletta
  malta istanbul ankara izmir mersin antalya bursa moscow moskva petersburg spb novosibirsk kazan samara sochi rostov kaliningrad vladivostok minsk brest
  gomel kyiv kiev kharkiv odessa odesa lviv donetsk crimea sevastopol simferopol warsaw warszawa krakow gdansk prague praha brno bratislava budapest
  bucharest sofia belgrade beograd zagreb ljubljana sarajevo skopje tirana pristina podgorica chisinau riga tallinn vilnius helsinki stockholm oslo bergen
  copenhagen reykjavik tbilisi yerevan baku almaty astana tashkent samarkand bishkek dushanbe ashgabat tehran isfahan shiraz tabriz mashhad baghdad basra
  erbil mosul damascus aleppo latakia homs beirut tripoli amman jerusalem gaza cairo alexandria khartoum sanaa aden hodeidah riyadh jeddah dammam doha manama
  muscat kuwait dubai sharjah ajman abu dhabi kabul kandahar herat karachi lahore islamabad peshawar quetta delhi mumbai chennai kolkata bangalore hyderabad
  dhaka colombo kathmandu yangon mandalay bangkok hanoi saigon phnom penh vientiane kuala lumpur labuan singapore jakarta surabaya manila cebu taipei
  kaohsiung beijing shanghai shenzhen guangzhou dalian dandong shenyang tianjin qingdao ningbo xiamen wuhan chengdu chongqing nanjing hangzhou macau macao
  hongkong seoul busan pyongyang tokyo osaka sydney melbourne brisbane perth auckland wellington toronto montreal vancouver ottawa calgary boston
  philadelphia houston dallas austin atlanta seattle denver phoenix detroit bogota medellin cali barranquilla cartagena caracas maracaibo quito guayaquil
  lima santiago buenos aires montevideo asuncion brasilia rio janeiro paulo havana habana panama managua tegucigalpa guatemala salvador kingston nassau
  guadalajara culiacan tijuana monterrey sinaloa lagos abuja accra dakar abidjan bamako conakry freetown monrovia nairobi mombasa kampala kigali kinshasa
  goma harare lusaka maputo luanda johannesburg durban pretoria casablanca rabat algiers tunis benghazi mogadishu djibouti asmara addis ababa germany france
  italy spain portugal britain british england england ireland switzerland austria belgium netherlands holland poland ukraine ukrainian belarus belarusian
  georgia armenia azerbaijan kazakhstan uzbekistan turkey turkish turkiye lebanon lebanese jordan iraq iraqi yemen yemeni egypt egyptian libya libyan sudan
  somalia kenya nigeria pakistan pakistani afghanistan afghan india indian thailand vietnam malaysia indonesia philippines taiwan japan japanese dprk burma
  myanmar canada brazil brasil argentina chile peru ecuador europa emirates gulf cyprus greece serbia bulgaria romania hungary latvia estonia lithuania finland
  sweden norway denmark australia`.split(/\s+/),
)
