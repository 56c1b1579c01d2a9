#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "scenarios/exit_status.h"
#include "scenarios/program/railyard.h"

int main(int argc, char** argv) {
  try {
    return scenarios::Railyard(std::vector<std::string>(argv + 1, argv + argc), std::cout,
                               std::cerr);
  } catch (const std::exception& error) {
    std::cerr << "railyard: internal error: " << error.what() << "\n";
    return scenarios::kInternal;
  }
}
